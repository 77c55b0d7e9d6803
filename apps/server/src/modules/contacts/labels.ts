import { Label, type Labels } from '@frontdesk/contract/api'
import { DEFAULT_LABELS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, type SettingKind, writeSetting } from '../settings/index.ts'
import { isContactVisible } from '../visibility/index.ts'

export const LABELS: SettingKind<{ labels: Label[] }> = {
  key: 'labels',
  schema: z.object({ labels: z.array(Label) }),
  fallback: { labels: DEFAULT_LABELS },
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
 * Saves the whole ordered list. Contacts lose deleted labels, and renamed labels are renamed on them too. As this can
 * concern many contacts, open screens refetch their conversations.
 */
export async function saveLabels(
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
  const olds = renamed.map(({ was = '' }) => was)
  const news = renamed.map(({ name }) => name)
  const kept = new Set([...labels.map(({ name }) => name), ...olds])
  const changed = [...existing.filter((name) => !kept.has(name)), ...olds]
  if (changed.length > 0) {
    // Keeps the order of each contact's labels, and removes duplicates of labels that were merged by renaming.
    await sql`
        update contacts t set labels = array(
          select r.label from (
            select case when x.l = any(${olds}::text[]) then (${news}::text[])[array_position(${olds}::text[], x.l)]
              when x.l = any(${changed}::text[]) then null else x.l end as label, min(x.n) as n
            from unnest(t.labels) with ordinality as x (l, n) group by 1
          ) r where r.label is not null order by r.n
        ) where t.tenant_id = ${tx.tenantId} and t.labels <> '{}' and t.labels && ${changed}::text[]`.execute(tx)
  }
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
