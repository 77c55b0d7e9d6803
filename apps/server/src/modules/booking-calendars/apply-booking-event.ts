import { ITEM_MINUTES_MAX, isHolding } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findPerson } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { cancelBooking, rescheduleBooking } from '../bookings/index.ts'
import { recordConnectionChanged } from './connect.ts'
import type { CalendarDeps } from './deps.ts'
import { findEventTimes } from './event-content.ts'
import type { RemoteEvent } from './google-calendars.ts'
import { type Interval, isSame, toIso } from './interval.ts'
import { writeSpec } from './job-specs.ts'
import type { CalendarRow, ConnectionRow } from './queries.ts'

export type EventRow = Row<'calendarEvents'>
export type EventChange = Partial<Pick<EventRow, 'state' | 'etag' | 'startsAt' | 'endsAt' | 'putBackAt'>>

/** Finds those of a calendar’s events that are ours. */
export async function findWrittenEvents(
  tx: TenantTx,
  calendarId: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('calendarEvents')
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', calendarId)
    .where(sql<boolean>`event_id = any(${[...eventIds]}::text[])`)
    .select('eventId')
    .execute()
  return new Set(rows.map(({ eventId }) => eventId))
}

interface Source {
  calendar: CalendarRow
  connection: ConnectionRow
}

/** Locks our events among these events of a calendar. */
const lockEvents = (tx: TenantTx, { calendar }: Source, ids: readonly string[]): Promise<EventRow[]> =>
  tx
    .selectFrom('calendarEvents')
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', calendar.id)
    .where(sql<boolean>`event_id = any(${[...ids]}::text[])`)
    .selectAll()
    .orderBy('bookingId')
    .forNoKeyUpdate()
    .execute()

export const updateEvent = (
  tx: TenantTx,
  { calendarId, bookingId }: Pick<EventRow, 'calendarId' | 'bookingId'>,
  set: EventChange,
): Promise<unknown> =>
  tx
    .updateTable('calendarEvents')
    .set(set)
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', calendarId)
    .where('bookingId', '=', bookingId)
    .execute()

export const writtenTime = ({ startsAt, endsAt }: EventRow): Interval | null =>
  startsAt === null || endsAt === null ? null : { from: Date.parse(startsAt), until: Date.parse(endsAt) }

/** Meaning of a change to one of our events. */
type Outcome =
  | { kind: 'none' }
  /** Nothing was done to the booking. */
  | { kind: 'seen'; set: { etag: string; startsAt?: string; endsAt?: string } }
  /** Moved on both sides concurrently: our time wins and is written again. */
  | { kind: 'write' }
  | { kind: 'cancel' }
  | { kind: 'move'; time: Interval; written: Interval }

type BookingState = Pick<Row<'bookings'>, 'status' | 'version' | 'startsAt' | 'overrides'>

function decide(
  row: EventRow,
  remote: RemoteEvent,
  { booking, wanted }: { booking: BookingState | undefined; wanted: Interval | null },
): Outcome {
  const { etag, time } = remote
  // The echo of what we wrote, or of what is being written.
  if (row.state !== 'written' || etag === row.etag) return { kind: 'none' }
  if (!booking || !isHolding(booking.status)) return { kind: 'seen', set: { etag } }
  if (remote.isCancelled || time === null) return { kind: 'cancel' }
  const written = writtenTime(row)
  // The echo of a change that was written before its result was stored.
  if (wanted && isSame(time, wanted)) return { kind: 'seen', set: { etag, ...timesOf(time) } }
  if (!written || isSame(time, written)) return { kind: 'seen', set: { etag } }
  return wanted && isSame(wanted, written) ? { kind: 'move', time, written } : { kind: 'write' }
}

/** Locks our events among these, with what became of them and of their bookings. */
async function planEvents(tx: TenantTx, source: Source, remotes: readonly RemoteEvent[]) {
  const byId = new Map(remotes.map((remote) => [remote.id, remote]))
  const rows = await lockEvents(tx, source, [...byId.keys()])
  const ids = rows.map(({ bookingId }) => bookingId)
  const bookings = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'status', 'version', 'startsAt', 'overrides'])
    .execute()
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]))
  const plannedTimes = await findEventTimes(tx, ids, source.calendar.resourceId)
  return rows.flatMap((row) => {
    const remote = byId.get(row.eventId)
    if (!remote) return []
    const booking = bookingOf.get(row.bookingId)
    return [
      {
        row,
        remote,
        booking,
        outcome: decide(row, remote, { booking, wanted: plannedTimes.get(row.bookingId) ?? null }),
      },
    ]
  })
}

/** A change of one of our events, and the ETag that we had stored of it. */
export interface ChangedEvent {
  id: string
  storedEtag: string | null
}

/**
 * Records changes of our events that don't affect a booking, such as echoes of our own writes. Returns the changes that
 * seem to.
 */
export async function settleEvents(
  tx: TenantTx,
  source: Source,
  remotes: readonly RemoteEvent[],
): Promise<ChangedEvent[]> {
  const planned = await planEvents(tx, source, remotes)
  const seen = planned.flatMap(({ row, outcome }) =>
    outcome.kind === 'seen' ? [{ id: row.bookingId, ...outcome.set }] : [],
  )
  if (seen.length > 0)
    await sql`
      update calendar_events e set etag = w.etag, starts_at = coalesce(w."startsAt", e.starts_at),
        ends_at = coalesce(w."endsAt", e.ends_at)
      from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as w (id uuid, etag text, "startsAt" timestamptz, "endsAt" timestamptz)
      where e.tenant_id = ${tx.tenantId} and e.calendar_id = ${source.calendar.id}
        and e.booking_id = any(${seen.map(({ id }) => id)}::uuid[]) and e.booking_id = w.id`.execute(tx)
  const writes = planned.filter(({ outcome }) => outcome.kind === 'write')
  if (writes.length > 0) await enqueue(tx, ...writes.map(({ row }) => writeSpec(tx.tenantId, row.bookingId)))
  return planned.flatMap(({ row, outcome: { kind } }) =>
    kind === 'cancel' || kind === 'move' ? [{ id: row.eventId, storedEtag: row.etag }] : [],
  )
}

/**
 * Applies a change of our event to its booking, or throws an `AppError` if that is not possible. `remote` was read
 * after `storedEtag`: if we wrote the event since, it may be older than what we wrote.
 */
export async function applyBookingEvent(
  deps: CalendarDeps,
  tx: TenantTx,
  source: Source,
  { remote, storedEtag }: { remote: RemoteEvent; storedEtag: string | null },
): Promise<void> {
  const [planned] = await planEvents(tx, source, [remote])
  if (!planned?.booking || planned.row.etag !== storedEtag) return
  const { row, booking, outcome } = planned
  if (outcome.kind === 'cancel') {
    await updateEvent(tx, row, { state: 'deleted', etag: remote.etag })
    const actor = await actorOf(tx, source)
    const request = { id: row.bookingId, version: booking.version, reason: 'Deleted in the calendar' }
    await cancelBooking(deps, tx, actor, { ...request, scope: 'this', tellsContact: false })
  } else if (outcome.kind === 'move') await move(deps, tx, source, { row, booking, remote, ...outcome })
  // The event or the booking has changed since the cancellation or move was planned.
  else await settleEvents(tx, source, [remote])
}

const timesOf = ({ from, until }: Interval) => ({ startsAt: toIso(from), endsAt: toIso(until) })

async function move(
  deps: CalendarDeps,
  tx: TenantTx,
  source: Source,
  {
    row,
    booking,
    remote,
    time,
    written,
  }: { row: EventRow; booking: BookingState; remote: RemoteEvent; time: Interval; written: Interval },
): Promise<void> {
  const length = (time.until - time.from) / 60_000
  const hasNewLength = length !== (written.until - written.from) / 60_000
  if (!Number.isInteger(length) || length < 5 || length > ITEM_MINUTES_MAX) throw new AppError('SlotTaken')
  const start = Date.parse(booking.startsAt) + time.from - written.from
  await updateEvent(tx, row, { etag: remote.etag, ...timesOf(time), putBackAt: null })
  await rescheduleBooking(deps, tx, await actorOf(tx, source), {
    id: row.bookingId,
    version: booking.version,
    startsOnUtc: toIso(start),
    ...(hasNewLength && { durationMinutes: length }),
    scope: 'this',
    // Limits on visits of contacts do not apply to the team.
    overrides: [...new Set([...booking.overrides, 'notice', 'horizon', 'day-limit', 'person-limit'] as const)],
    tellsContact: false,
  })
}

/** Moves an event back to the time of its booking, and says so. */
export async function restoreEvent(tx: TenantTx, source: Source, remote: RemoteEvent): Promise<void> {
  const [row] = await lockEvents(tx, source, [remote.id])
  if (!row) return
  // A deleted event is written again like one that was never there.
  const set = remote.isCancelled ? ({ state: 'pending', etag: null } as const) : { etag: remote.etag }
  await updateEvent(tx, row, { ...set, putBackAt: tx.now() })
  await enqueue(tx, writeSpec(tx.tenantId, row.bookingId))
  const data = { bookingID: row.bookingId, movedTo: remote.time && toIso(remote.time.from) }
  await recordAudit(tx, {
    action: 'calendar.booking-put-back',
    actor: null,
    subject: source.calendar.name,
    data,
    at: tx.now(),
  })
  await recordConnectionChanged(tx, source.connection.userId)
}

/** The person whose calendar it is, with their present rights. */
async function actorOf(tx: TenantTx, { connection }: Source): Promise<Actor> {
  const person = await findPerson(tx, connection.userId)
  if (!person) throw new AppError('MemberNotFound')
  return { ...person, tenantId: tx.tenantId, sessionId: connection.id, email: '' }
}
