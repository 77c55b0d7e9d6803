import { Label, type Labels } from '@frontdesk/contract/api'
import { DEFAULT_LABELS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, type SettingKind, writeSetting } from '../settings/index.ts'
import { isContactVisible } from '../visibility/index.ts'

export const LABELS: SettingKind<{ labels: Label[] }> = {
  key: 'labels',
  schema: z.object({ labels: z.array(Label) }),
  fallback: { labels: DEFAULT_LABELS },
}

declare module '../../platform/module.ts' {
  interface ModuleServices {
    labelChanges: {
      /** Throws while an earlier change of the labels is still being made on contacts. */
      assertNoneRunning: (tx: TenantTx) => Promise<void>
      /** Renames labels on all contacts that have them, in the background; null: removes them. */
      start: (tx: TenantTx, actor: Actor, names: Record<string, string | null>) => Promise<void>
    }
  }
}

type LabelChange = Label & { was?: string | undefined }

/** Counts the contacts with each label that the actor may see. */
export async function countLabels(tx: TenantTx, actor: Actor): Promise<Record<string, number>> {
  const rows = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`t.labels <> '{}'`)
    .where('t.mainId', 'is', null)
    .where(isContactVisible(tx, actor))
    .select([sql<string>`unnest(t.labels)`.as('label'), sql<number>`count(*)::int`.as('n')])
    .groupBy('label')
    .execute()
  return Object.fromEntries(rows.map(({ label, n }) => [label, n]))
}

/**
 * Saves the whole ordered list. A bulk action renames renamed labels on their contacts, and removes deleted ones. Until
 * it is done the names stay as they are: two of them at once would mix up labels that swap their names.
 */
export async function saveLabels(
  { labelChanges }: Needs<'labelChanges'>,
  tx: TenantTx,
  actor: Actor,
  { labels: requested, version: expected }: { labels: LabelChange[]; version: number },
): Promise<Labels> {
  const before = await readSetting(tx, LABELS, 'change')
  const at = tx.now()
  const labels = requested.map(({ name, color }) => ({ name, color }))
  const after = await writeSetting(tx, LABELS, { before, value: { labels }, expected, at })
  const existing = before.labels.map(({ name }) => name)
  const renamed = requested.filter(({ name, was }) => was !== undefined && was !== name && existing.includes(was))
  const kept = new Set([...labels.map(({ name }) => name), ...renamed.map(({ was }) => was)])
  const changes = Object.fromEntries<string | null>([
    ...existing.filter((name) => !kept.has(name)).map((name) => [name, null] as const),
    ...renamed.map(({ name, was = '' }) => [was, name] as const),
  ])
  const isChanged = Object.keys(changes).length > 0
  if (isChanged || labels.some(({ name }) => !existing.includes(name))) await labelChanges.assertNoneRunning(tx)
  if (isChanged) await labelChanges.start(tx, actor, changes)
  await recordSettingChanged(tx, { subject: 'labels', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Labels',
    data: { labels: labels.map(({ name }) => name).join(', ') },
    at,
  })
  return after
}

/** The names of the business's labels. */
export const listLabelNames = async (tx: TenantTx): Promise<string[]> =>
  (await readSetting(tx, LABELS)).labels.map(({ name }) => name)

/** Throws unless the business has all these labels. Locks its list, so that none is deleted concurrently. */
export async function assertLabelsExist(tx: TenantTx, labels: readonly string[]): Promise<void> {
  if (labels.length === 0) return
  const existing = (await readSetting(tx, LABELS, 'change')).labels.map(({ name }) => name)
  if (!labels.every((label) => existing.includes(label))) throw new AppError('LabelUnknown')
}
