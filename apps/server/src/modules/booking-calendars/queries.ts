import type { CalendarConflict, CalendarConnection, ConnectedCalendar } from '@frontdesk/contract/api'
import { CALENDAR_CONFLICTS_MAX, CONNECTIONS_MAX, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { accessResource, assertMayEditHours, LONGEST_CLAIM_MS } from '../booking-resources/index.ts'

export type ConnectionRow = Row<'calendarConnections'>
export type CalendarRow = Row<'calendars'>

/** The only way from an id to a resource whose calendars the viewer may edit. */
export async function accessCalendarsOf(tx: TenantTx, viewer: Viewer, resourceId: string): Promise<void> {
  assertMayEditHours(viewer, await accessResource(tx, viewer, resourceId))
}

/** Locks a connection that the actor may edit. */
export async function accessConnection(tx: TenantTx, actor: Actor, id: string): Promise<ConnectionRow> {
  const row = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '<>', 'removing')
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('CalendarNotFound')
  const resource = await accessResource(tx, actor, row.resourceId).catch(() => undefined)
  if (!resource) throw new AppError('CalendarNotFound')
  assertMayEditHours(actor, resource)
  return row
}

/** Calendars of connections, those of the account itself first. */
export const findCalendars = (tx: TenantTx, connectionIds: readonly string[]): Promise<CalendarRow[]> =>
  tx
    .selectFrom('calendars')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`connection_id = any(${[...connectionIds]}::uuid[])`)
    .orderBy('isPrimary', 'desc')
    .orderBy('name')
    .orderBy('id')
    .selectAll()
    .execute()

export async function listConnections(tx: TenantTx, resourceId: string): Promise<CalendarConnection[]> {
  const rows = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('resourceId', '=', resourceId)
    .where('state', '<>', 'removing')
    .orderBy('createdAt')
    .selectAll()
    .execute()
  return toConnections(tx, rows)
}

export async function getConnection(tx: TenantTx, id: string): Promise<CalendarConnection> {
  const rows = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .execute()
  const [connection] = await toConnections(tx, rows)
  if (!connection) throw new AppError('CalendarNotFound')
  return connection
}

async function toConnections(tx: TenantTx, rows: readonly ConnectionRow[]): Promise<CalendarConnection[]> {
  const calendars = await findCalendars(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, resourceId, kind, state, name }) =>
    state === 'removing'
      ? []
      : [
          {
            ...{ id, resourceID: resourceId, kind, state, name },
            calendars: calendars.filter(({ connectionId }) => connectionId === id).map(toCalendar),
          },
        ],
  )
}

const toCalendar = ({ syncedAt, syncError, ...row }: CalendarRow): ConnectedCalendar => ({
  id: row.id,
  name: row.name,
  color: row.color,
  isPrimary: row.isPrimary,
  mayWrite: row.mayWrite,
  isBlocking: row.isBlocking,
  isWritten: row.isWritten,
  syncedOnUtc: syncedAt,
  error: syncError,
})

/** Fails if a resource has as many connections as it may. */
export async function assertRoomForConnection(tx: TenantTx, resourceId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('resourceId', '=', resourceId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= CONNECTIONS_MAX) throw new AppError('TooManyCalendars')
}

/** Upcoming bookings under events of a calendar, and those that were moved back to their times. */
export async function findConflicts(tx: TenantTx, resourceId: string): Promise<CalendarConflict[]> {
  const upcoming = tx
    .selectFrom('bookingClaims as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.resourceId', '=', resourceId)
    .where('c.startsAt', '>', shift(tx.now(), -LONGEST_CLAIM_MS))
    .where('c.endsAt', '>', tx.now())
    .select(['c.bookingId', 'c.startsAt', 'c.endsAt'])
    .orderBy('c.startsAt')
    .limit(CALENDAR_CONFLICTS_MAX)
  const overlaps = await upcoming
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('calendarBusy as y')
          .innerJoin('calendars as k', (join) =>
            join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'y.calendarId'),
          )
          .where('y.tenantId', '=', tx.tenantId)
          .where('y.resourceId', '=', resourceId)
          .where('k.isBlocking', '=', true)
          .whereRef('y.endsAt', '>', 'c.startsAt')
          .whereRef('y.startsAt', '<', 'c.endsAt')
          .select('y.eventId'),
      ),
    )
    .execute()
  const restored = await upcoming
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('calendarEvents as e')
          .innerJoin('calendars as k', (join) =>
            join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'e.calendarId'),
          )
          .where('e.tenantId', '=', tx.tenantId)
          .where('k.resourceId', '=', resourceId)
          .whereRef('e.bookingId', '=', 'c.bookingId')
          .where('e.putBackAt', 'is not', null)
          .select('e.eventId'),
      ),
    )
    .execute()
  const toConflict =
    (kind: CalendarConflict['kind']) =>
    (row: (typeof overlaps)[number]): CalendarConflict => ({
      kind,
      bookingID: row.bookingId,
      resourceID: resourceId,
      startsOnUtc: row.startsAt,
      endsOnUtc: row.endsAt,
    })
  return [...overlaps.map(toConflict('overlap')), ...restored.map(toConflict('put-back'))]
}
