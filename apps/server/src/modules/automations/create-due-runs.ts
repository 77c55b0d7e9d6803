import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { type AutomationRow, lockAutomation } from './access.ts'
import { isInState, LAST_ID, meetsConditions, selectTriggers } from './triggers.ts'

/** Triggers that one transaction examines. */
const BATCH = 1000

export const MINUTE_MS = 60_000

/**
 * Examines the next triggers of an automation that have become due, and stores a run for each conversation to which it
 * applies. A trigger has one run, however often it is examined. Returns whether there may be more of them.
 */
export async function createDueRuns(tx: TenantTx, id: string): Promise<boolean> {
  const automation = await lockAutomation(tx, id)
  if (!automation?.isEnabled) return false
  const { examinedAt, examinedId, delayMinutes } = automation
  if (examinedAt === null || examinedId === null) throw new Error('An enabled automation has no position.')
  const until = shift(tx.now(), -delayMinutes * MINUTE_MS)
  if (!isAfter(until, examinedAt)) return false
  const after = { id: examinedId, triggeredAt: examinedAt }
  const triggers = await tx
    .selectFrom(selectTriggers(tx, automation, { after, until, limit: BATCH }))
    .select(['w.id', 'w.triggeredAt'])
    .execute()
  if (triggers.length > 0) await insertRuns(tx, automation, triggers)
  const last = triggers.length === BATCH ? triggers.at(-1) : undefined
  await tx
    .updateTable('automations')
    .set({ examinedAt: last?.triggeredAt ?? until, examinedId: last?.id ?? LAST_ID })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  return last !== undefined
}

async function insertRuns(
  tx: TenantTx,
  automation: AutomationRow,
  triggers: readonly { id: string; triggeredAt: string }[],
): Promise<void> {
  const ids = triggers.map(({ id }) => id)
  const times = triggers.map(({ triggeredAt }) => triggeredAt)
  await sql`
    insert into automation_runs (tenant_id, conversation_id, automation_id, triggered_at, id, due_at, created_at)
    select ${tx.tenantId}, c.id, ${automation.id}, w.triggered_at, gen_random_uuid(),
      w.triggered_at + make_interval(mins => ${automation.delayMinutes}::int), ${tx.now()}::timestamptz
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as w (id, triggered_at)
    cross join lateral (
      select c.* from conversations c where c.tenant_id = ${tx.tenantId} and c.id = w.id limit 1
    ) c
    where ${meetsConditions(tx, automation)} and ${isInState(tx, automation.id, automation)}
    on conflict do nothing`.execute(tx)
}
