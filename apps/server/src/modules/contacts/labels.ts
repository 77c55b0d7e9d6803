import { DEFAULT_LABELS, Label, type Labels } from '@frontdesk/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { tellThreads } from '../conversations/index.ts'
import { readSetting, type SettingKind, tellOfSetting, writeSetting } from '../settings/index.ts'
import type { ContactDeps } from './deps.ts'

export const LABELS: SettingKind<{ labels: Label[] }> = {
  key: 'labels',
  schema: z.object({ labels: z.array(Label) }),
  fallback: { labels: DEFAULT_LABELS },
}

/** More threads than this are not told one by one; their screens show it when they are next read. */
const TOLD_MAX = 200

/** Saves the whole list in its order. Who has a label that is gone has it no more. */
export function saveLabels(
  deps: ContactDeps,
  actor: Actor,
  { labels, version: expected }: { labels: Label[]; version: number },
): Promise<Labels> {
  return deps.inTenant(actor, async (tx) => {
    const before = await readSetting(tx, LABELS, 'change')
    const at = deps.now()
    const after = await writeSetting(tx, LABELS, { before, value: { labels }, expected, at })
    const gone = before.labels.map(({ name }) => name).filter((name) => !labels.some((label) => label.name === name))
    if (gone.length > 0) {
      const { rows } = await sql<{ phone: string }>`
        update contacts t set labels = array(
          select l from unnest(t.labels) with ordinality as x (l, n) where l <> all(${gone}) order by n
        ) where t.tenant_id = ${tx.tenantId} and t.labels && ${gone} returning t.phone`.execute(tx)
      const { rows: threads } = await sql<{ id: string }>`
        select id from conversations where tenant_id = ${tx.tenantId}
          and contact_phone = any(${rows.map(({ phone }) => phone)}) order by id limit ${TOLD_MAX + 1} for no key update`.execute(
        tx,
      )
      if (threads.length <= TOLD_MAX)
        await tellThreads(
          deps,
          tx,
          threads.map(({ id }) => id),
          { type: 'contact.changed', at, actorUserId: actor.userId },
        )
    }
    await tellOfSetting(deps, tx, { subject: 'labels', actorUserId: actor.userId, at })
    await recordAudit(tx, {
      action: 'setting.changed',
      actor,
      subject: 'Labels',
      data: { labels: labels.map(({ name }) => name).join(', ') },
      at,
    })
    return after
  })
}
