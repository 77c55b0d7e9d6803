import { type RawBuilder, sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { wakeSpec } from '../attention/index.ts'
import { conversationSnoozed, conversationWoken } from '../conversations/events.ts'
import type { Before, Run } from './apply-change.ts'

const SNOOZED = { event: conversationSnoozed.of() } as const
const WAKING = {
  set: { isSnoozed: false, snoozedUntil: null },
  event: conversationWoken.of(),
  update: { kind: 'woken', value: null },
} as const

const sleeping = (until: string | null, snoozedBy: string) => ({
  ...SNOOZED,
  set: { isSnoozed: true, snoozedUntil: until, snoozedBy },
  update: { kind: 'snoozed' as const, value: until },
})

export const wakeAll = (ids: string[], run: Run) => run(ids, WAKING)

/** Puts those that are open out of the list, unread at their hour for whoever did it. */
export async function snoozeAll(
  tx: TenantTx,
  ids: string[],
  { until, userId, run }: { until: string | null; userId: string; run: Run },
): Promise<void> {
  const snoozed = await run(ids, { ...sleeping(until, userId), only: sql`not c.is_closed` })
  if (until === null) return
  await enqueue(
    tx,
    ...snoozed.map((conversationId) => wakeSpec({ tenantId: tx.tenantId, conversationId, userId }, until)),
  )
}

interface PutBack {
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

/** Each comes back unread for whoever snoozed it first, who need not be the one who takes something back. */
async function sleepOn(
  tx: TenantTx,
  { was, userId, at, run, only }: PutBack & { only: RawBuilder<boolean> },
): Promise<void> {
  const sleepers = [...was].filter(([, before]) => sleepsOn(before, at))
  const alike = Map.groupBy(sleepers, ([, { snoozedUntil, snoozedBy }]) => `${snoozedUntil} ${snoozedBy}`)
  for (const group of alike.values()) {
    const { snoozedUntil: until = null, snoozedBy } = group[0]?.[1] ?? {}
    const snoozer = snoozedBy ?? userId
    const asleep = await run(
      group.map(([id]) => id),
      { ...sleeping(until, snoozer), only },
    )
    if (until === null) continue
    await enqueue(
      tx,
      ...asleep.map((conversationId) => wakeSpec({ tenantId: tx.tenantId, conversationId, userId: snoozer }, until)),
    )
  }
}
