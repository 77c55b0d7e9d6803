import { isHolding } from '@frontdesk/contract/rules'
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
import { findEventTime } from './event-content.ts'
import type { RemoteEvent } from './google-calendars.ts'
import { type Interval, isSame, toIso } from './interval.ts'
import { writeSpec } from './job-specs.ts'
import type { CalendarRow, ConnectionRow } from './queries.ts'

type EventRow = Row<'calendarEvents'>

/** Which of these events of a calendar are ours. */
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

const lockEvent = (tx: TenantTx, { calendar }: Source, { id }: RemoteEvent): Promise<EventRow | undefined> =>
  tx
    .selectFrom('calendarEvents')
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', calendar.id)
    .where('eventId', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateEvent = (
  tx: TenantTx,
  { calendarId, bookingId }: Pick<EventRow, 'calendarId' | 'bookingId'>,
  set: Partial<Pick<EventRow, 'state' | 'etag' | 'startsAt' | 'endsAt' | 'putBackAt'>>,
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

/** Does to a booking what someone did to our event of it; if that is not possible, it fails with an `AppError`. */
export async function applyBookingEvent(
  deps: CalendarDeps,
  tx: TenantTx,
  source: Source,
  remote: RemoteEvent,
): Promise<void> {
  const row = await lockEvent(tx, source, remote)
  // The echo of what we wrote, or of what is being written.
  if (row?.state !== 'written' || remote.etag === row.etag) return
  const booking = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.bookingId)
    .selectAll()
    .executeTakeFirst()
  if (!booking || !isHolding(booking.status)) return void (await updateEvent(tx, row, { etag: remote.etag }))
  const wanted = await findEventTime(tx, booking.id, source.calendar.resourceId)
  if (remote.isCancelled || remote.time === null) {
    await updateEvent(tx, row, { state: 'deleted', etag: remote.etag })
    const actor = await actorOf(tx, source)
    const request = { id: booking.id, version: booking.version, reason: 'Deleted in the calendar' }
    await cancelBooking(deps, tx, actor, { ...request, scope: 'this', tellsContact: false })
    return
  }
  const written = writtenTime(row)
  // The echo of a change that was written before its result was stored.
  if (wanted && isSame(remote.time, wanted))
    return void (await updateEvent(tx, row, { etag: remote.etag, ...timesOf(remote.time) }))
  if (!written || isSame(remote.time, written)) return void (await updateEvent(tx, row, { etag: remote.etag }))
  // Moved here and there at once: what was changed here is written again.
  if (!wanted || !isSame(wanted, written)) return void (await enqueue(tx, writeSpec(tx.tenantId, booking.id)))
  await move(deps, tx, source, { row, remote: { ...remote, time: remote.time }, written })
}

const timesOf = ({ from, until }: Interval) => ({ startsAt: toIso(from), endsAt: toIso(until) })

async function move(
  deps: CalendarDeps,
  tx: TenantTx,
  source: Source,
  { row, remote, written }: { row: EventRow; remote: RemoteEvent & { time: Interval }; written: Interval },
): Promise<void> {
  const booking = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.bookingId)
    .select(['startsAt', 'version', 'overrides'])
    .executeTakeFirstOrThrow()
  const length = (remote.time.until - remote.time.from) / 60_000
  const hasNewLength = length !== (written.until - written.from) / 60_000
  if (!Number.isInteger(length) || length < 5 || length > 1440) throw new AppError('SlotTaken')
  const start = Date.parse(booking.startsAt) + remote.time.from - written.from
  await updateEvent(tx, row, { etag: remote.etag, ...timesOf(remote.time), putBackAt: null })
  await rescheduleBooking(deps, tx, await actorOf(tx, source), {
    id: row.bookingId,
    version: booking.version,
    startsOnUtc: toIso(start),
    ...(hasNewLength && { durationMinutes: length }),
    scope: 'this',
    // Limits for contacts are not for the team.
    overrides: [...new Set([...booking.overrides, 'notice', 'horizon', 'day-limit', 'person-limit'] as const)],
    tellsContact: false,
  })
}

/** Moves an event back to the time of its booking, and says so. */
export async function restoreEvent(tx: TenantTx, source: Source, remote: RemoteEvent): Promise<void> {
  const row = await lockEvent(tx, source, remote)
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
