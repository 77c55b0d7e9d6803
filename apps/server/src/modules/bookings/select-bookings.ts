import type { Booking, BookingCriteria } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { executePrepared, idsOf, type TenantTx } from '../../platform/database/database.ts'
import { readInstant } from '../../platform/paging.ts'
import { findResources } from '../booking-resources/index.ts'
import { contactMatches, mainContactId, rowIdsOfContact } from '../contact-rows/index.ts'
import { isContactVisible, newestThreadId, seesAnyAssignee, seesEverything } from '../visibility/index.ts'
import { type ItemRow, toBooking, type ViewedRow } from './rows.ts'

/**
 * SQL: whether the viewer provides a service of the booking `b` that another person booked: someone who enters a number
 * and books themselves must learn nothing about its contact.
 */
const serves = (
  tx: TenantTx,
  { userId }: Viewer,
) => sql<boolean>`b.created_by_user_id is distinct from ${userId} and exists (
  select from booking_items i join booking_resources r on r.tenant_id = ${tx.tenantId} and r.id = any(i.resource_ids)
  where i.tenant_id = ${tx.tenantId} and i.booking_id = b.id and r.user_id = ${userId}
)`

/**
 * SQL: whether the viewer may see the contact `t` of booking `b`. Holds have none. Which teammates could see a deleted
 * contact is no longer known, so its bookings are shown only to those who see conversations of every assignee.
 */
export function isUnmasked(tx: TenantTx, viewer: Viewer): RawBuilder<boolean> {
  if (seesEverything(viewer)) return sql<boolean>`true`
  const isVisible = sql`case
    when t.id is null then ${sql.lit(seesAnyAssignee(viewer))} else ${isContactVisible(tx, viewer)} end`
  return sql<boolean>`(b.contact_id is null or ${isVisible} or ${serves(tx, viewer)})`
}

/** The bookings `b` at the viewer’s locations, with their contacts `t`. */
const bookingsOf = (tx: TenantTx, { locationIds }: Viewer) =>
  tx
    .selectFrom('bookings as b')
    .leftJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'b.contactId'))
    .leftJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('b.tenantId', '=', tx.tenantId)
    .$if(locationIds !== null, (query) =>
      query.where(sql<boolean>`b.location_id = any(${[...(locationIds ?? [])]}::uuid[])`),
    )

const COLUMNS = [
  ...(['b.tenantId', 'b.id', 'b.clientBookingId', 'b.locationId', 'b.contactId', 'b.status', 'b.startsAt'] as const),
  ...(['b.endsAt', 'b.timeZone', 'b.localStartsAt', 'b.source', 'b.note', 'b.answers', 'b.heldUntil'] as const),
  ...([
    'b.onTheWayAt',
    'b.lateMinutes',
    'b.reportedDelayMinutes',
    'b.arrivedAt',
    'b.seriesId',
    'b.endedAt',
    'b.endReason',
  ] as const),
  ...(['b.endedByUserId', 'b.createdByUserId', 'b.overrides', 'b.version', 'b.createdAt', 'b.updatedAt'] as const),
  ...(['b.refundUntil', 'b.refundGraceUntil', 'b.keepsPayment'] as const),
] as const

/** Selects bookings as the viewer may see them. */
export const selectBookings = (tx: TenantTx, viewer: Viewer) =>
  bookingsOf(tx, viewer)
    .select(COLUMNS)
    .select(['t.id as mainContactId', 't.name as contactName', 't.phone as contactPhone'])
    .select(isUnmasked(tx, viewer).as('isVisible'))
    .select(({ selectFrom }) => [
      newestThreadId(tx, viewer).as('conversationId'),
      selectFrom('users as u')
        .where('u.tenantId', '=', tx.tenantId)
        .whereRef('u.id', '=', 'b.createdByUserId')
        .select('u.displayName')
        .as('createdBy'),
    ])

/** Adds to bookings what they consist of. */
export async function withItems(tx: TenantTx, rows: readonly ViewedRow[]): Promise<Booking[]> {
  if (rows.length === 0) return []
  const items = await findItems(
    tx,
    rows.map(({ id }) => id),
  )
  const resources = await findResources(tx, [...new Set(items.flatMap(({ resourceIds }) => resourceIds))])
  const names = new Map(
    resources.map(({ id, kind, userId, name, archivedAt }) => [
      id,
      { id, kind, userID: userId, name, isArchived: archivedAt !== null },
    ]),
  )
  const byBooking = Map.groupBy(items, ({ bookingId }) => bookingId)
  return rows.map((row) => toBooking(row, byBooking.get(row.id) ?? [], names))
}

const ITEM_COLUMNS = [
  ...(['tenantId', 'bookingId', 'item', 'serviceId', 'serviceName', 'color', 'priceAmount', 'currency'] as const),
  ...(['startsAt', 'endsAt', 'bufferBeforeMinutes', 'bufferAfterMinutes', 'resourceIds'] as const),
] as const

/** The services of bookings, in order. */
export const findItems = (tx: TenantTx, bookingIds: readonly string[]): Promise<ItemRow[]> =>
  executePrepared(
    tx,
    tx
      .selectFrom('bookingItems')
      .where('tenantId', '=', tx.tenantId)
      .where(sql<boolean>`booking_id = any(${idsOf(bookingIds)})`)
      .orderBy('bookingId')
      .orderBy('item')
      .select(ITEM_COLUMNS),
  )

/**
 * SQL: whether the booking `b` meets the criteria. Those about more than time and place match only bookings that the
 * viewer may see.
 */
export async function meets(tx: TenantTx, viewer: Viewer, criteria: BookingCriteria): Promise<RawBuilder<boolean>> {
  const { startDateTimeUTC, endDateTimeUTC, statuses, serviceIDs, resourceIDs, roomIDs, locationIDs, sources } =
    criteria
  const { contactID } = criteria
  const isOf = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`
  const hasItem = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
    select from booking_items i where i.tenant_id = ${tx.tenantId} and i.booking_id = b.id and ${condition}
  )`
  const open: RawBuilder<boolean>[] = []
  const hidden: RawBuilder<boolean>[] = []
  if (startDateTimeUTC) open.push(sql`b.starts_at >= ${readInstant(startDateTimeUTC, 'startDateTimeUTC')}`)
  if (endDateTimeUTC) open.push(sql`b.starts_at < ${readInstant(endDateTimeUTC, 'endDateTimeUTC')}`)
  if (locationIDs) open.push(isOf('b.location_id', locationIDs))
  if (resourceIDs) open.push(hasItem(sql`i.resource_ids && ${[...resourceIDs]}::uuid[]`))
  if (roomIDs) open.push(hasItem(sql`i.resource_ids && ${[...roomIDs]}::uuid[]`))
  if (statuses) hidden.push(sql`b.status = any(${[...statuses]}::text[])`)
  if (sources) hidden.push(sql`b.source = any(${[...sources]}::text[])`)
  if (serviceIDs) hidden.push(hasItem(isOf('i.service_id', serviceIDs)))
  if (contactID) hidden.push(sql`b.contact_id = any(${rowIdsOfContact(tx, contactID)})`)
  if (criteria.searchTerm) hidden.push(await contactMatches(tx, criteria.searchTerm, sql.ref('b.contact_id')))
  if (hidden.length > 0) hidden.push(isUnmasked(tx, viewer))
  return sql.join([sql`true`, ...open, ...hidden], sql` and `) as RawBuilder<boolean>
}

/** The ids among these whose bookings the viewer may see with their contents. */
export async function findVisibleBookings(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await bookingsOf(tx, viewer)
    .where(sql<boolean>`b.id = any(${[...ids]}::uuid[])`)
    .where(isUnmasked(tx, viewer))
    .select('b.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The bookings that the viewer may see with their contents, to be joined with what other modules keep about them. */
export const visibleBookings = (tx: TenantTx, viewer: Viewer) =>
  bookingsOf(tx, viewer)
    .where(isUnmasked(tx, viewer))
    .select(['b.id', 'b.status', 'b.locationId', 'b.startsAt', 'b.endsAt'])

/** SQL: whether the viewer may see the contents of the booking whose id is in the column `id`. */
export const isBookingVisible = (tx: TenantTx, viewer: Viewer, id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (${bookingsOf(tx, viewer).whereRef('b.id', '=', sql.ref(id)).where(isUnmasked(tx, viewer)).select('b.id')})`
