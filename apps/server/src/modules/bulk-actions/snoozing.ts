import { type RawBuilder, sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { wakeSpec } from '../conversations/index.ts'
import type { Before, Run } from './apply-change.ts'

const SNOOZED = { event: 'conversation.snoozed' } as const
const WAKING = {
  set: { isSnoozed: false, snoozedUntil: null },
  event: 'conversation.woken',
  update: { kind: 'woken', value: null },
} as const

const sleeping = (until: string | null) => ({
  ...SNOOZED,
  set: { isSnoozed: true, snoozedUntil: until },
  update: { kind: 'snoozed' as const, value: until },
})

export const wakeAll = (ids: string[], run: Run) => run(ids, WAKING)

/** Puts those that are open out of the list, unread at their hour for whoever did it. */
export async function snoozeAll(
  tx: TenantTx,
  ids: string[],
  { until, userId, run }: { until: string | null; userId: string; run: Run },
): Promise<void> {
  const snoozed = await run(ids, { ...sleeping(until), only: sql`not c.is_closed` })
  if (until === null) return
  await enqueue(
    tx,
    ...snoozed.map((conversationId) => wakeSpec({ tenantId: tx.tenantId, conversationId, userId }, until)),
  )
}

interface PutBack {
  /** The action that is taken back. */
  undoOf: string
  was: Map<string, Before>
  /** The actor, for those nobody knows who snoozed them. */
  userId: string
  at: string
  run: Run
}

/** Takes a snooze of many back: what slept before sleeps on until its own hour, if that has not come yet. */
export async function unsnoozeAll(tx: TenantTx, { until, ...rest }: PutBack & { until: string | null }): Promise<void> {
  const only = sql<boolean>`(c.is_snoozed and c.snoozed_until is not distinct from ${until}::timestamptz)`
  await sleepOn(tx, { ...rest, only })
  const { was, at, run } = rest
  await run(
    [...was.keys()].filter((id) => !sleepsOn(was.get(id), at)),
    { ...WAKING, only },
  )
}

/** Takes a waking of many back, where the hour has not come yet. */
export const putToSleepAgain = (tx: TenantTx, putBack: PutBack): Promise<void> =>
  sleepOn(tx, { ...putBack, only: sql`(not c.is_snoozed and not c.is_closed)` })

const sleepsOn = (before: Before | undefined, at: string) =>
  before?.isSnoozed === true && (before.snoozedUntil === null || isAfter(before.snoozedUntil, at))

async function sleepOn(
  tx: TenantTx,
  { was, undoOf, userId, at, run, only }: PutBack & { only: RawBuilder<boolean> },
): Promise<void> {
  const sleepers = [...was.keys()].filter((id) => sleepsOn(was.get(id), at))
  for (const [until, ids] of Map.groupBy(sleepers, (id) => was.get(id)?.snoozedUntil ?? null)) {
    const asleep = await run(ids, { ...sleeping(until), only })
    if (until === null || asleep.length === 0) continue
    const snoozers = await findSnoozers(tx, asleep, undoOf)
    await enqueue(
      tx,
      ...asleep.map((conversationId) =>
        wakeSpec({ tenantId: tx.tenantId, conversationId, userId: snoozers.get(conversationId) ?? userId }, until),
      ),
    )
  }
}

/** Who last snoozed each of them before an action began: it comes back unread for them. */
async function findSnoozers(tx: TenantTx, ids: string[], actionId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select a.id, m.author_user_id as "userId" from unnest(${ids}::uuid[]) a (id)
    cross join lateral (
      select m.author_user_id from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = a.id and m.type = 'update'
        and m.data #>> '{update,kind}' = 'snoozed' and m.created_at < (
          select b.started_at from bulk_actions b where b.tenant_id = ${tx.tenantId} and b.id = ${actionId}
        )
      order by m.index desc limit 1
    ) m where m.author_user_id is not null`.execute(tx)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}
