import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findPerson } from '../accounts/index.ts'
import { bookingChanged } from '../bookings/events.ts'
import { findBookingItems, findVisibleBookings } from '../bookings/index.ts'
import { type EventChange, type EventRow, updateEvent, writtenTime } from './apply-booking-event.ts'
import type { CalendarDeps } from './deps.ts'
import { eventIdOf, findEventTime, WRITTEN_STATUSES } from './event-content.ts'
import { type CalendarAccount, CalendarError, type RemoteEvent, type WrittenEvent } from './google-calendars.ts'
import { isSame, toIso } from './interval.ts'
import { syncSpec, WRITE_CALENDAR_EVENTS, writeSpec } from './job-specs.ts'
import { markBroken } from './mark-broken.ts'
import type { CalendarRow, ConnectionRow } from './queries.ts'
import { openSecret } from './secret.ts'

const MAX_ATTEMPTS = 4

/** Every change of a booking is written into calendars; holds are not. */
export const writeOnBookingChange = subscribe(bookingChanged, ({ tenantId, data }) =>
  data.change === 'held' ? [] : [writeSpec(tenantId, data.bookingID)],
)

interface Target {
  calendar: CalendarRow
  connection: ConnectionRow
}

/** The calendars that have an event of a booking, or should have one. */
async function findTargets(tx: TenantTx, bookingId: string): Promise<Target[]> {
  const items = await findBookingItems(tx, [bookingId])
  const resourceIds = [...new Set(items.flatMap((item) => item.resourceIds))]
  const calendars = await tx
    .selectFrom('calendars as k')
    .where('k.tenantId', '=', tx.tenantId)
    .where((where) =>
      where.or([
        where.and([where('k.isWritten', '=', true), sql<boolean>`k.resource_id = any(${resourceIds}::uuid[])`]),
        where.exists(
          where
            .selectFrom('calendarEvents as e')
            .where('e.tenantId', '=', tx.tenantId)
            .where('e.bookingId', '=', bookingId)
            .whereRef('e.calendarId', '=', 'k.id')
            .select('e.eventId'),
        ),
      ]),
    )
    .selectAll()
    .execute()
  if (calendars.length === 0) return []
  const connections = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('state', '=', 'active')
    .where(
      'id',
      'in',
      calendars.map(({ connectionId }) => connectionId),
    )
    .selectAll()
    .execute()
  return calendars.flatMap((calendar) => {
    const connection = connections.find(({ id }) => id === calendar.connectionId)
    return connection ? [{ calendar, connection }] : []
  })
}

/** Writes a booking into the calendars of those who provide it, or deletes it there. Safe to run twice, and at once. */
export const writeCalendarEvents = defineJob({
  name: WRITE_CALENDAR_EVENTS,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid() }),
  run: async (deps: CalendarDeps, { tenantId, bookingId }) => {
    const targets = await deps.inTenant({ tenantId }, (tx) => findTargets(tx, bookingId))
    for (const target of targets) {
      const { id: connectionId, secret: sealed } = target.connection
      const secret = openSecret(deps.secrets, { tenantId, connectionId }, sealed)
      if (secret.kind !== 'tokens') continue
      try {
        await writeTo(deps, deps.googleCalendars.open(secret), target, { tenantId, bookingId })
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error
        if (error.kind === 'access-lost') await deps.inTenant({ tenantId }, (tx) => markBroken(tx, connectionId))
        else if (error.kind === 'unavailable') throw error
        else deps.log.warn({ err: error, bookingId }, 'a booking was not written into a calendar')
      }
    }
  },
})

interface Plan {
  /** As it is stored while the event is written. */
  row: EventRow
  /** The calendar has the event as `row` has it, unless someone changed it there. */
  wasWritten: boolean
  /** Null: the calendar should not have it. */
  event: WrittenEvent | null
}

/**
 * Plans the write of an event. The row is stored before the event, so that a sync in between recognizes it. While the
 * event is moved or deleted the row is pending: a sync may then read neither our latest write nor someone else’s
 * change, and must not change the booking.
 */
async function planWrite(tx: TenantTx, { calendar, connection }: Target, bookingId: string): Promise<Plan | null> {
  const booking = await tx
    .selectFrom('bookings as b')
    .leftJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'b.contactId'))
    .leftJoin('bookingResources as s', (join) =>
      join.on('s.tenantId', '=', tx.tenantId).on('s.id', '=', calendar.resourceId),
    )
    .where('b.tenantId', '=', tx.tenantId)
    .where('b.id', '=', bookingId)
    .select(['b.status', 'b.timeZone', 'r.name as contactName', 's.kind'])
    .executeTakeFirst()
  const isWanted = booking !== undefined && calendar.isWritten && WRITTEN_STATUSES.includes(booking.status)
  const time = isWanted ? await findEventTime(tx, bookingId, calendar.resourceId) : null
  const eventId = eventIdOf(bookingId)
  if (time)
    await tx
      .insertInto('calendarEvents')
      .values({ tenantId: tx.tenantId, calendarId: calendar.id, bookingId, eventId, state: 'pending' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const stored = await lockEvent(tx, calendar.id, bookingId)
  if (!stored) return null
  const wasWritten = stored.state === 'written'
  const before = writtenTime(stored)
  const isKept = time ? wasWritten && before !== null && isSame(before, time) : stored.state === 'deleted'
  const row: EventRow = isKept ? stored : { ...stored, state: 'pending' }
  if (row.state !== stored.state) await updateEvent(tx, row, { state: 'pending' })
  if (!time || !booking) return { row, wasWritten, event: null }
  const items = await findBookingItems(tx, [bookingId])
  const services = items.map(({ serviceName }) => serviceName).join(' + ')
  // The calendar of a room may be shared with people who may not see whose visit it is.
  const isNamed = booking.kind === 'teammate' && (await mayName(tx, connection, bookingId))
  const title = isNamed && booking.contactName ? `${services}: ${booking.contactName}` : services
  const description = 'Booked with Frontdesk. If you move or delete it here, the booking follows.'
  return { row, wasWritten, event: { id: eventId, time, timeZone: booking.timeZone, title, description, bookingId } }
}

/** Whether the person who connected a calendar may see whose visit a booking is. */
async function mayName(tx: TenantTx, { userId }: ConnectionRow, bookingId: string): Promise<boolean> {
  const person = await findPerson(tx, userId)
  return person !== undefined && (await findVisibleBookings(tx, person, [bookingId])).has(bookingId)
}

/**
 * Writes or deletes with the ETag that we know. If someone was faster there, or another job here, it reads what they
 * did and starts again.
 */
async function writeTo(
  deps: CalendarDeps,
  account: CalendarAccount,
  target: Target,
  { tenantId, bookingId }: { tenantId: string; bookingId: string },
): Promise<void> {
  const { remoteId, id: calendarId } = target.calendar
  let etag: string | null | undefined
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const plan = await deps.inTenant({ tenantId }, (tx) => planWrite(tx, target, bookingId))
    if (!plan || (!plan.event && plan.row.state === 'deleted')) return
    const { row, wasWritten, event } = plan
    const expectedEtag = etag === undefined ? row.etag : etag
    try {
      const result = event
        ? writtenResult(row, event, await send(account, remoteId, event, expectedEtag))
        : await removeEvent(account, remoteId, row.eventId, expectedEtag)
      if (await deps.inTenant({ tenantId }, (tx) => storeResult(tx, row, result))) return
      etag = undefined
    } catch (error) {
      const kind = error instanceof CalendarError ? error.kind : null
      if (kind !== 'exists' && kind !== 'changed' && kind !== 'missing' && kind !== 'expired') throw error
      // There is no such calendar.
      if (expectedEtag === null && kind === 'missing') throw error
      const remote = await account.findEvent(remoteId, row.eventId)
      if (remote && event && wasWritten && isChangedThere(remote, row, event)) {
        // Someone moved or deleted it there, which decides what becomes of the booking.
        await deps.inTenant({ tenantId }, async (tx) => {
          await storeResult(tx, row, { state: 'written' })
          await enqueue(tx, syncSpec(tenantId, calendarId))
        })
        return
      }
      etag = remote?.etag ?? null
    }
  }
  throw new CalendarError('unavailable')
}

const send = (account: CalendarAccount, remoteId: string, event: WrittenEvent, etag: string | null) =>
  etag === null ? account.insertEvent(remoteId, event) : account.updateEvent(remoteId, event, etag)

const DELETED: EventChange = { state: 'deleted', etag: null }

/** Deletes an event, even if no write was stored: its response may have been lost. */
async function removeEvent(
  account: CalendarAccount,
  remoteId: string,
  eventId: string,
  expectedEtag: string | null,
): Promise<EventChange> {
  const etag = expectedEtag ?? (await account.findEvent(remoteId, eventId))?.etag
  if (etag !== undefined) await account.deleteEvent(remoteId, eventId, etag)
  return DELETED
}

function writtenResult(row: EventRow, { time }: WrittenEvent, { etag }: RemoteEvent): EventChange {
  const before = writtenTime(row)
  const isMoved = before !== null && !isSame(before, time)
  return {
    ...{ state: 'written', etag, startsAt: toIso(time.from), endsAt: toIso(time.until) },
    ...(isMoved && { putBackAt: null }),
  }
}

/** Stores the result of a write; false if another job stored one meanwhile. */
async function storeResult(tx: TenantTx, planned: EventRow, result: EventChange): Promise<boolean> {
  const row = await lockEvent(tx, planned.calendarId, planned.bookingId)
  if (!row) return true
  const isStored = row.state === 'written' && result.etag !== undefined && row.etag === result.etag
  const isPlanned = row.state === planned.state && row.etag === planned.etag
  if (isPlanned) await updateEvent(tx, row, result)
  return isPlanned || isStored
}

const lockEvent = (tx: TenantTx, calendarId: string, bookingId: string): Promise<EventRow | undefined> =>
  tx
    .selectFrom('calendarEvents')
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', calendarId)
    .where('bookingId', '=', bookingId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether an event was changed by someone else since we last wrote it. */
function isChangedThere(remote: RemoteEvent, row: EventRow, event: WrittenEvent): boolean {
  if (remote.isCancelled) return true
  const written = writtenTime(row)
  const isMoved = remote.time !== null && written !== null && !isSame(remote.time, written)
  return isMoved && isSame(event.time, written)
}
