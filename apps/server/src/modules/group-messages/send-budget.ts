import type { SendingSettings } from '@frontdesk/contract/api'
import { CARRIER_DAY_ZONE, countSegments } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'

type Limits = Pick<SendingSettings, 'segmentsPerSecond' | 'segmentsPerDay'>

/** The bucket holds at most this many seconds of sending, so that a few texts never wait. */
const BURST_SECONDS = 15
/** A batch may overdraw the bucket up to this many segments, so that a low rate does not cost a transaction per text. */
const BATCH_SEGMENTS_MIN = 10
const MS = 1000

interface Budget {
  available: number
  filledAt: string
  day: string
  used: number
  throttleLevel: number
  throttledAt: string | null
}

/** What may be sent of messages to many: nothing before `from`, or up to `left` segments now. */
export type SendAllowance = { from: string } | { from: null; left: number }

/**
 * Locks the send budget of a business and returns what it allows now. All its group messages share the budget, so that
 * together they stay below the limits.
 */
export async function lockAllowance(tx: TenantTx, limits: Limits): Promise<SendAllowance> {
  const at = tx.now()
  const { available, day, used, rate } = refill(await lockBudget(tx, limits, at), limits, at)
  const leftToday = limits.segmentsPerDay === null ? Number.POSITIVE_INFINITY : limits.segmentsPerDay - used
  if (leftToday <= 0) return { from: startOfDayAfter(day) }
  if (available >= 1) return { from: null, left: Math.min(leftToday, Math.max(available, BATCH_SEGMENTS_MIN)) }
  return { from: shift(at, Math.ceil(((1 - available) / rate) * MS)) }
}

/** Counts segments that were sent, after `lockAllowance` in the same transaction. */
export async function spendBudget(tx: TenantTx, limits: Limits, segments: number): Promise<void> {
  const at = tx.now()
  const { available, day, used } = refill(await lockBudget(tx, limits, at), limits, at)
  await tx
    .updateTable('sendBudgets')
    .set({ available: available - segments, filledAt: at, day, used: used + segments })
    .where('tenantId', '=', tx.tenantId)
    .execute()
}

async function lockBudget(tx: TenantTx, limits: Limits, at: string): Promise<Budget> {
  const full = { available: limits.segmentsPerSecond * BURST_SECONDS, filledAt: at, day: carrierDay(at), used: 0 }
  return (
    tx
      .insertInto('sendBudgets')
      .values({ tenantId: tx.tenantId, ...full })
      // Locks the row, and returns it as it is.
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet({ tenantId: sql`excluded.tenant_id` }))
      .returning(['available', 'filledAt', 'day', 'used', 'throttleLevel', 'throttledAt'])
      .executeTakeFirstOrThrow()
  )
}

function refill(budget: Budget, { segmentsPerSecond }: Limits, at: string) {
  const { available, filledAt, day, used } = budget
  const seconds = Math.max(0, (Date.parse(at) - Date.parse(filledAt)) / MS)
  const today = carrierDay(at)
  const rate = segmentsPerSecond / 2 ** throttleLevelAt(budget, at)
  return {
    available: Math.min(rate * BURST_SECONDS, available + seconds * rate),
    day: today,
    used: today === day ? used : 0,
    /** Segments per second. */
    rate,
  }
}

/** The current send rate of a business, without locking its budget. */
export async function readSendRate(
  tx: TenantTx,
  limits: Limits,
): Promise<{ segmentsPerSecond: number; day: string; used: number }> {
  const at = tx.now()
  const budget = await tx
    .selectFrom('sendBudgets')
    .where('tenantId', '=', tx.tenantId)
    .select(['available', 'filledAt', 'day', 'used', 'throttleLevel', 'throttledAt'])
    .executeTakeFirst()
  if (!budget) return { segmentsPerSecond: limits.segmentsPerSecond, day: carrierDay(at), used: 0 }
  const { day, used, rate } = refill(budget, limits, at)
  return { segmentsPerSecond: rate, day, used }
}

/**
 * Segments of the messages to many that are being sent, or will be `until` a time. Turns are fair: before a message with
 * `max` recipients is through, each of the others reaches at most as many.
 */
export async function findBacklog(tx: TenantTx, { until, max }: { until: string; max: number }): Promise<number> {
  const { rows } = await sql<{ body: string; n: number }>`
    select g.body, w.n from group_messages g
    cross join lateral (
      select count(*)::int as n from (
        (select from group_recipients r
         where r.tenant_id = ${tx.tenantId} and r.group_message_id = g.id and r.state = 'pending' limit ${max})
        union all
        (select from group_recipients r
         where r.tenant_id = ${tx.tenantId} and r.group_message_id = g.id and r.state = 'held'
           and r.held_until <= ${until}::timestamptz limit ${max})
      ) w
    ) w
    where g.tenant_id = ${tx.tenantId} and g.state = 'running'`.execute(tx)
  return rows.reduce((sum, { body, n }) => sum + Math.min(n, max) * Math.max(1, countSegments(body).segments), 0)
}

/** At most five halvings, to 1/32 of the rate. */
const THROTTLE_LEVEL_MAX = 5
/** Reports this close together count as one. */
const THROTTLE_ONCE_MS = 10_000
/** After each such time without a report, the rate doubles until it is back. */
const RECOVERY_MS = 2 * 60_000

const throttleLevelAt = ({ throttleLevel, throttledAt }: Budget, at: string): number =>
  throttledAt === null
    ? 0
    : Math.max(0, throttleLevel - Math.floor(Math.max(0, Date.parse(at) - Date.parse(throttledAt)) / RECOVERY_MS))

/** Halves the rate of the messages to many of a business, because the carrier has too many texts waiting. */
export async function throttle(tx: TenantTx, limits: Limits): Promise<void> {
  const at = tx.now()
  const budget = await lockBudget(tx, limits, at)
  const { throttledAt } = budget
  if (throttledAt !== null && !isAfter(at, shift(throttledAt, THROTTLE_ONCE_MS))) return
  const { available, day, used } = refill(budget, limits, at)
  await tx
    .updateTable('sendBudgets')
    .set({
      throttleLevel: Math.min(THROTTLE_LEVEL_MAX, throttleLevelAt(budget, at) + 1),
      throttledAt: at,
      // What was left for a burst is not sent at once.
      available: Math.min(0, available),
      filledAt: at,
      day,
      used,
    })
    .where('tenantId', '=', tx.tenantId)
    .execute()
}

export const carrierDay = (at: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(CARRIER_DAY_ZONE).toPlainDate().toString()

export const startOfDayAfter = (day: string): string =>
  Temporal.PlainDate.from(day)
    .add({ days: 1 })
    .toZonedDateTime(CARRIER_DAY_ZONE)
    .toInstant()
    .toString({ smallestUnit: 'millisecond' })
