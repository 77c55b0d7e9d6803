import type { SendingSettings } from '@frontdesk/contract/api'
import { CARRIER_DAY_ZONE, countSegments } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'

type Limits = Pick<SendingSettings, 'segmentsPerSecond' | 'segmentsPerSecondByNumber' | 'segmentsPerDay'>

/** A bucket holds at most this many seconds of sending, so that a few texts never wait. */
const BURST_SECONDS = 15
/** A batch may overdraw a bucket up to this many segments, so that a low rate does not cost a transaction per text. */
const BATCH_SEGMENTS_MIN = 10
const MS = 1000

interface Bucket {
  available: number
  filledAt: string
}

interface Budget extends Bucket {
  day: string
  used: number
}

interface NumberBudget extends Bucket {
  tenantPhone: string
  throttleLevel: number
  throttledAt: string | null
  reservedUntil: string | null
}

/** Budget for group messages: nothing before `from`, or up to `left` segments now. */
export type SendAllowance = { from: string } | { from: null; left: number }

/** Segments that may be sent from one of our numbers. A batch mutates it as it sends. */
export interface NumberAllowance {
  left: number
  spent: number
  /** When more may be sent, if nothing is left. */
  from: string
  /** Segments per second. */
  rate: number
  /** Waiting recipients hold reservations of the number’s capacity until then. */
  reservedUntil: string | null
}

/**
 * Locks the send budget of a business and returns what it allows now. All its group messages share the budget, so that
 * together they stay below the limits.
 */
export async function lockAllowance(tx: TenantTx, limits: Limits): Promise<SendAllowance> {
  const at = tx.now()
  const { available, day, used } = refillDay(await lockBudget(tx, limits, at), limits, at)
  const leftToday = limits.segmentsPerDay === null ? Number.POSITIVE_INFINITY : limits.segmentsPerDay - used
  if (leftToday <= 0) return { from: startOfDayAfter(day) }
  if (available >= 1) return { from: null, left: Math.min(leftToday, leftOf(available)) }
  return { from: shift(at, timeFor(1 - available, limits.segmentsPerSecond)) }
}

/** The most segments that a daily limit allowed from one time to another. */
export async function countSendable(tx: TenantTx, segmentsPerDay: number, from: string, to: string): Promise<number> {
  const [first, last] = [carrierDay(from), carrierDay(to)]
  const { days } = Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' })
  const budget = await tx
    .selectFrom('sendBudgets')
    .where('tenantId', '=', tx.tenantId)
    .select(['day', 'used'])
    .executeTakeFirst()
  return (days + 1) * segmentsPerDay - (budget?.day === first ? budget.used : 0)
}

const leftOf = (available: number): number => (available >= 1 ? Math.max(available, BATCH_SEGMENTS_MIN) : 0)

/** Milliseconds to send segments at a rate. */
export const timeFor = (segments: number, rate: number): number => Math.ceil((segments / rate) * MS)

/** Counts segments that were sent, after `lockAllowance` in the same transaction. */
export async function spendBudget(tx: TenantTx, limits: Limits, segments: number): Promise<void> {
  const at = tx.now()
  const { available, day, used } = refillDay(await lockBudget(tx, limits, at), limits, at)
  await tx
    .updateTable('sendBudgets')
    .set({ available: available - segments, filledAt: at, day, used: used + segments })
    .where('tenantId', '=', tx.tenantId)
    .execute()
}

/** Call before locking conversations: sending locks the budget first too, and another order could deadlock. */
export const lockSendBudget = (tx: TenantTx) =>
  tx.selectFrom('sendBudgets').where('tenantId', '=', tx.tenantId).select('tenantId').forNoKeyUpdate().execute()

interface SpentSegments {
  segments: number
  at: string | null
}

/** The segments that texts to recipients spent of the budget. */
export const findSpentSegments = (tx: TenantTx, messageIds: readonly string[]): Promise<SpentSegments[]> =>
  tx
    .selectFrom('groupRecipients as r')
    .innerJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'r.messageId'))
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.messageId', 'in', [...messageIds])
    .select(({ fn, val }) => [fn.coalesce('m.segments', val(0)).as('segments'), 'r.handledAt as at'])
    .execute()

/**
 * Returns the segments of texts that never reached the carrier to the budget of the current day. If the budget is
 * locked, they stay spent: waiting could deadlock with a batch that holds the lock and waits for the caller’s
 * conversations.
 */
export async function returnSegments(tx: TenantTx, spent: readonly SpentSegments[]): Promise<void> {
  const budget = await tx
    .selectFrom('sendBudgets')
    .where('tenantId', '=', tx.tenantId)
    .select(['day', 'used'])
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!budget) return
  const ofDay = spent.filter(({ at }) => at !== null && carrierDay(at) === budget.day)
  const returned = ofDay.reduce((sum, { segments }) => sum + segments, 0)
  await tx
    .updateTable('sendBudgets')
    .set({ used: Math.max(0, budget.used - returned) })
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
      .returning(['available', 'filledAt', 'day', 'used'])
      .executeTakeFirstOrThrow()
  )
}

const refill = ({ available, filledAt }: Bucket, rate: number, at: string): number =>
  Math.min(rate * BURST_SECONDS, available + Math.max(0, (Date.parse(at) - Date.parse(filledAt)) / MS) * rate)

function refillDay(budget: Budget, { segmentsPerSecond }: Limits, at: string): Budget {
  const today = carrierDay(at)
  return {
    available: refill(budget, segmentsPerSecond, at),
    filledAt: at,
    day: today,
    used: today === budget.day ? budget.used : 0,
  }
}

/**
 * Locks the budgets of numbers, after that of their business, and returns what each allows now. A number without a
 * limit of its own has a budget only after the carrier refused its texts.
 */
export async function lockNumberAllowances(
  tx: TenantTx,
  limits: Limits,
  phones: readonly string[],
): Promise<Map<string, NumberAllowance>> {
  if (phones.length === 0) return new Map()
  const at = tx.now()
  if (limits.segmentsPerSecondByNumber !== null) await insertNumberBudgets(tx, limits, phones)
  const budgets = await selectNumberBudgets(tx)
    .where('tenantPhone', 'in', [...phones])
    .orderBy('tenantPhone')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    budgets.map((budget) => {
      const { tenantPhone, reservedUntil } = budget
      const rate = rateOf(budget, limits, at)
      const available = refill(budget, rate, at)
      return [
        tenantPhone,
        {
          left: leftOf(available),
          spent: 0,
          from: shift(at, timeFor(Math.max(0, 1 - available), rate)),
          rate,
          reservedUntil,
        },
      ]
    }),
  )
}

/**
 * Records the segments sent from a number and its reservations, after `lockNumberAllowances` in the same transaction.
 */
export async function spendNumberBudget(
  tx: TenantTx,
  limits: Limits,
  tenantPhone: string,
  { spent, reservedUntil }: NumberAllowance,
): Promise<void> {
  const at = tx.now()
  const budget = await selectNumberBudgets(tx).where('tenantPhone', '=', tenantPhone).executeTakeFirstOrThrow()
  const available = refill(budget, rateOf(budget, limits, at), at) - spent
  await updateNumberBudget(tx, tenantPhone, { available, filledAt: at, reservedUntil })
}

export async function hasSeveralNumbers(tx: TenantTx): Promise<boolean> {
  const numbers = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .select('id')
    .limit(2)
    .execute()
  return numbers.length > 1
}

/** Resets reservations after a message was stopped. Recipients of other messages keep their `held_until`. */
export const freeReservations = (tx: TenantTx) =>
  tx
    .updateTable('numberSendBudgets')
    .set({ reservedUntil: null })
    .where('tenantId', '=', tx.tenantId)
    .where('reservedUntil', 'is not', null)
    .execute()

const selectNumberBudgets = (tx: TenantTx) =>
  tx
    .selectFrom('numberSendBudgets')
    .where('tenantId', '=', tx.tenantId)
    .select(['tenantPhone', 'available', 'filledAt', 'throttleLevel', 'throttledAt', 'reservedUntil'])

async function insertNumberBudgets(tx: TenantTx, limits: Limits, phones: readonly string[]): Promise<void> {
  const full = { available: fullRateOf(limits) * BURST_SECONDS, filledAt: tx.now() }
  await tx
    .insertInto('numberSendBudgets')
    .values(phones.toSorted().map((tenantPhone) => ({ tenantId: tx.tenantId, tenantPhone, ...full })))
    .onConflict((conflict) => conflict.columns(['tenantId', 'tenantPhone']).doNothing())
    .execute()
}

const updateNumberBudget = (tx: TenantTx, tenantPhone: string, values: Partial<NumberBudget>) =>
  tx
    .updateTable('numberSendBudgets')
    .set(values)
    .where('tenantId', '=', tx.tenantId)
    .where('tenantPhone', '=', tenantPhone)
    .execute()

/** Segments per second of a number that is not throttled. */
const fullRateOf = ({ segmentsPerSecond, segmentsPerSecondByNumber }: Limits): number =>
  Math.min(segmentsPerSecond, segmentsPerSecondByNumber ?? segmentsPerSecond)

const rateOf = (budget: NumberBudget, limits: Limits, at: string): number =>
  fullRateOf(limits) / 2 ** throttleLevelAt(budget, at)

/** The current send rate of a business from the numbers of a location, or from all, without locking a budget. */
export async function readSendRate(
  tx: TenantTx,
  limits: Limits,
  locationId: string | null,
): Promise<{ segmentsPerSecond: number; day: string; used: number }> {
  const at = tx.now()
  const day = carrierDay(at)
  const budget = await tx
    .selectFrom('sendBudgets')
    .where('tenantId', '=', tx.tenantId)
    .select(['day', 'used'])
    .executeTakeFirst()
  const phones = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .$if(locationId !== null, (query) => query.where('locationId', '=', locationId))
    .select('phoneNumber')
    .execute()
  const budgets = new Map((await selectNumberBudgets(tx).execute()).map((each) => [each.tenantPhone, each]))
  const ofNumbers = phones.reduce((sum, { phoneNumber }) => {
    const budget = budgets.get(phoneNumber)
    return sum + (budget ? rateOf(budget, limits, at) : fullRateOf(limits))
  }, 0)
  return {
    segmentsPerSecond: Math.min(limits.segmentsPerSecond, ofNumbers || limits.segmentsPerSecond),
    day,
    used: budget?.day === day ? budget.used : 0,
  }
}

/**
 * Segments of the group messages that are being sent, or will be `until` a time. Turns are fair: before a message with
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
           and r.reason <> 'missed' and r.held_until <= ${until}::timestamptz limit ${max})
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

const throttleLevelAt = ({ throttleLevel, throttledAt }: NumberBudget, at: string): number =>
  throttledAt === null
    ? 0
    : Math.max(0, throttleLevel - Math.floor(Math.max(0, Date.parse(at) - Date.parse(throttledAt)) / RECOVERY_MS))

/**
 * Halves the rate of the group messages from one of our numbers, because the carrier has too many of its texts waiting.
 */
export async function throttle(tx: TenantTx, limits: Limits, tenantPhone: string): Promise<void> {
  const at = tx.now()
  await insertNumberBudgets(tx, limits, [tenantPhone])
  const budget = await selectNumberBudgets(tx)
    .where('tenantPhone', '=', tenantPhone)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { throttledAt } = budget
  if (throttledAt !== null && !isAfter(at, shift(throttledAt, THROTTLE_ONCE_MS))) return
  await updateNumberBudget(tx, tenantPhone, {
    throttleLevel: Math.min(THROTTLE_LEVEL_MAX, throttleLevelAt(budget, at) + 1),
    throttledAt: at,
    // Drop the remaining burst.
    available: Math.min(0, refill(budget, rateOf(budget, limits, at), at)),
    filledAt: at,
  })
}

export const carrierDay = (at: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(CARRIER_DAY_ZONE).toPlainDate().toString()

export const startOfDayAfter = (day: string): string =>
  startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString())

export const startOfDay = (day: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(CARRIER_DAY_ZONE).toInstant().toString({ smallestUnit: 'millisecond' })
