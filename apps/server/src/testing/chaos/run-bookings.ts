import { contract } from '@frontdesk/contract/api'
import { createBookingBusiness } from './booking-business.ts'
import { type BookingVerdict, checkBookings } from './booking-checks.ts'
import { createClients, makeRemindersDue } from './booking-clients.ts'
import type { BookingHistory, ClientContext } from './booking-history.ts'
import { offsetToEvening } from './campaign-audience.ts'
import { type CarrierMood, pickMood } from './carrier.ts'
import { findJobsGivenUp, retryJobsNow, runJobsNow, settleEarly, shiftJobs, untilIdle } from './jobs.ts'
import { killRepeatedly, query, repeat } from './kills.ts'
import type { Random } from './random.ts'
import { type SystemUnderTest, startSystem } from './system.ts'

const BETWEEN_ACTS_MS = { min: 50, max: 400 }
const CALENDAR_FAULT_EVERY_MS = 2_000
const EXPIRE_EVERY_MS = 1_500
/** Noon in New York, so that reminders go out during a run. */
const BEFORE_CLOSING_MS = 9 * 60 * 60_000
/** Days ahead on which is booked: late enough for all reminders, and for moving visits online. */
const DAYS_AHEAD = { min: 2, max: 12 }
const SETTLED_WITHIN_MS = 4 * 60_000
const OF_DATABASE = 0.3

const CALENDAR_FAULTS = [403, 429, 500, 410]

export interface BookingsOptions {
  kills: number
  isSplit: boolean
  random: Random
  print: (line: string) => void
}

export interface BookingsResult extends BookingVerdict {
  kills: number
  moods: ReadonlyMap<CarrierMood, number>
  seconds: number
}

/**
 * Visits are booked, moved, confirmed and cancelled by the team, on the page, by text and in Google Calendar while
 * servers and the database are killed again and again, and the carrier and Google fail. Then everything ends, and what
 * is stored, was texted and is in Google must be what clients were answered.
 */
export async function runBookings({ kills, isSplit, random, print }: BookingsOptions): Promise<BookingsResult> {
  const startedAt = performance.now()
  const clockOffsetMs = offsetToEvening(BEFORE_CLOSING_MS)
  let isCalm = true
  const system = await startSystem({ isSplit, clockOffsetMs, carrierMood: () => (isCalm ? 'fine' : pickMood(random)) })
  try {
    await shiftJobs(system, clockOffsetMs)
    const context = await createContext(system, { random, clockOffsetMs })
    isCalm = false
    let isOver = false
    const isEnded = () => isOver
    const meanwhile = Promise.all([
      ...createClients(context).map((act) =>
        repeat(isEnded, () => random.between(BETWEEN_ACTS_MS.min, BETWEEN_ACTS_MS.max), act),
      ),
      repeat(
        isEnded,
        () => CALENDAR_FAULT_EVERY_MS,
        () => disturbCalendars(system, random),
      ),
      repeat(
        isEnded,
        () => EXPIRE_EVERY_MS,
        () => expireHolds(context, 1),
      ),
      repeat(
        isEnded,
        () => EXPIRE_EVERY_MS,
        () => liftLimits(system),
      ),
    ])
    // Awaited after the last kill; until then a failure must not end the process, which would leave the servers
    // running.
    meanwhile.catch(() => {})
    const { history } = context
    await killRepeatedly(system, {
      kills,
      ofDatabase: OF_DATABASE,
      random,
      onKill: (n) => n % 10 === 0 && print(`killed ${n}/${kills}; ${history.visits.length} visits`),
    })
    isOver = true
    isCalm = true
    await meanwhile
    await clearFaults(system.carrier)
    const violations = await settle(context, clockOffsetMs)
    const verdict = await checkBookings(context)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    violations.push(...verdict.violations, ...(await findJobsGivenUp(system, REPLACED_JOBS)))
    if (violations.length > 0) print(`  Log of the processes: ${system.logFile}`)
    return { ...verdict, violations, kills, moods: system.carrier.moods, seconds }
  } finally {
    await system.close()
  }
}

async function createContext(
  system: SystemUnderTest,
  { random, clockOffsetMs }: { random: Random; clockOffsetMs: number },
): Promise<ClientContext> {
  const business = await createBookingBusiness(system)
  const history: BookingHistory = { visits: [], requests: new Map(), violations: [] }
  const now = () => new Date(Date.now() + clockOffsetMs).toISOString()
  const today = Temporal.Instant.from(now()).toZonedDateTimeISO('America/New_York').toPlainDate()
  let phones = 0
  return {
    ...{ system, business, history, random, now },
    newPhone: () => {
      const n = phones++
      return `+1212${555 + Math.floor(n / 9000)}${1000 + (n % 9000)}`
    },
    pickDay: () => today.add({ days: Math.floor(random.between(DAYS_AHEAD.min, DAYS_AHEAD.max + 1)) }).toString(),
  }
}

/** Google fails, has forgotten a sync token, or asks for a new access token. */
async function disturbCalendars({ carrier }: SystemUnderTest, random: Random): Promise<void> {
  const code = random.pick(CALENDAR_FAULTS)
  // Faults that are left would fail several requests in a row, after which requests to Google are suspended.
  await clearFaults(carrier)
  await fetch(`${carrier.apiUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'fail-calendar', code, times: 1 }),
  })
  if (random.chance(0.2)) await fetch(`${carrier.apiUrl}/google/expire-access-tokens`, { method: 'POST' })
}

const clearFaults = ({ apiUrl }: SystemUnderTest['carrier']) => fetch(`${apiUrl}/faults`, { method: 'DELETE' })

const EXPIRING_JOBS = ['expire-hold', 'expire-booking-offer']

/**
 * Makes holds run out that have minutes left, with the offers they belong to. One row at a time, as it locks in no
 * order.
 */
async function expireHolds({ system, now }: ClientContext, limit: number): Promise<void> {
  const held = await query<{ id: string }>(
    system,
    `select id from bookings where status = 'held' order by random() limit $1`,
    [limit],
  )
  for (const { id } of held)
    for (const statement of [
      `update bookings set held_until = $2 where id = $1 and status = 'held'`,
      'update booking_claims set held_until = $2 where booking_id = $1 and held_until is not null',
      'update booking_offers set held_until = $2 where id = (select offer_id from booking_offer_times where booking_id = $1)',
    ])
      await query(system, statement, [id, now()])
  await runJobsNow(system, EXPIRING_JOBS)
}

/** All visitors come from one address. */
const liftLimits = (system: SystemUnderTest) =>
  query(system, `delete from directory.rate_limits where key like 'page-%'`)

/** Jobs that wait while requests to their host are suspended; run earlier, they would lose an attempt. */
const OUTBOUND_JOBS = ['send-queued-messages', 'send-bulk-messages', 'write-calendar-events', 'sync-calendar']
/**
 * Their keys pass to newer jobs, after which they look as if they had been given up. Calendars are synced again anyway.
 */
const REPLACED_JOBS = ['send-queued-messages', 'send-bulk-messages', 'sync-calendar']

/** Runs everything that is due later: failed jobs, reminders, and the ends of holds. */
async function settle(context: ClientContext, clockOffsetMs: number): Promise<string[]> {
  const { system, business, history } = context
  const violations = await untilIdle(system)
  await makeRemindersDue(
    context,
    history.visits.map(({ id }) => id),
  )
  const startedAt = performance.now()
  for (;;) {
    await retryJobsNow(system)
    // Nothing runs now, so no request is in flight.
    await settleEarly(system, business, { clockOffsetMs, olderThanMs: 0 })
    await runJobsNow(system, ['settle-delivery', 'send-reminders'])
    await expireHolds(context, Number.MAX_SAFE_INTEGER)
    violations.push(...(await untilIdle(system)))
    const [open] = await query<{ n: number }>(system, COUNT_OPEN, [business.tenantId, OUTBOUND_JOBS])
    if (open?.n === 0) break
    if (performance.now() - startedAt > SETTLED_WITHIN_MS) break
  }
  for (const { connectionId } of business.calendars)
    await business.call(contract.bookingCalendars.sync, { id: connectionId })
  violations.push(...(await untilIdle(system)))
  return violations
}

/** Counts unfinished work: texts, reminders, holds, and jobs that failed before or wait for a host. */
const COUNT_OPEN = `
  select ((select count(*) from messages where tenant_id = $1 and is_outgoing
      and delivery_status not in ('delivered', 'read', 'undelivered', 'failed'))
    + (select count(*) from scheduled_messages where tenant_id = $1 and state in ('waiting', 'held'))
    + (select count(*) from bookings where tenant_id = $1 and status = 'held')
    + (select count(*) from graphile_worker.jobs where attempts < max_attempts
      and (attempts > 0 or task_identifier = any($2))))::int as n`
