import type { Booking, BookingCriteria, contract, Paging } from '@frontdesk/contract/api'
import {
  type BookingStatus,
  CALENDAR_BOOKINGS_MAX,
  CALENDAR_DAYS_MAX,
  HOLDING_STATUSES,
  STATS_BOOKINGS_MAX,
  VISIT_MINUTES_MAX,
  type Viewer,
} from '@frontdesk/contract/rules'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import { executePrepared, type TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput, readCursor, readInstant } from '../../platform/paging.ts'
import { listBlocks, listTimeOff } from '../booking-resources/index.ts'
import { expectedDelays } from './expected-delays.ts'
import { lockScheduleOfBooking } from './lock-schedule.ts'
import type { BookingRow, ViewedRow } from './rows.ts'
import { findItems, isUnmasked, meets, selectBookings, withItems } from './select-bookings.ts'

const DAY_MS = 24 * 60 * 60_000
const SKIP_MAX = 100_000

type ListQuery = BookingCriteria & {
  orderBy: 'startsOnUtc' | 'createdOnUtc'
  orderByDesc: boolean
  pageNumber: number
  pageSize: number
  cursor?: string | undefined
}

/** Statuses of masked bookings in a list: their time is taken, or was. */
const TAKING: readonly BookingStatus[] = [...HOLDING_STATUSES, 'completed', 'no-show']

/**
 * SQL: whether a list may contain the booking `b`. A masked booking reveals neither when it was added nor that it was
 * cancelled. Holds that ended without a booking are listed only with the status `expired`: most belong to visitors who
 * only browsed.
 */
const isListed = (tx: TenantTx, viewer: Viewer, { orderBy, statuses }: Pick<ListQuery, 'orderBy' | 'statuses'>) => {
  const isShown =
    orderBy === 'createdOnUtc'
      ? isUnmasked(tx, viewer)
      : sql<boolean>`(b.status = any(${[...TAKING]}::text[]) or ${isUnmasked(tx, viewer)})`
  return statuses ? isShown : sql<boolean>`(b.status <> 'expired' and ${isShown})`
}

/** A page of the bookings at the viewer’s locations. */
export async function listBookings(
  tx: TenantTx,
  viewer: Viewer,
  query: ListQuery,
): Promise<{ bookings: Booking[]; paging: Paging }> {
  const { pageNumber, pageSize, orderByDesc } = query
  const column = query.orderBy === 'startsOnUtc' ? 'b.startsAt' : 'b.createdAt'
  const direction = orderByDesc ? 'desc' : 'asc'
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
  const skip = cursor ? 0 : (pageNumber - 1) * pageSize
  if (skip > SKIP_MAX) throw invalidInput('pageNumber', 'There are no pages this deep')
  const rows: ViewedRow[] = await selectBookings(tx, viewer)
    .where(await meets(tx, viewer, query))
    .where(isListed(tx, viewer, query))
    .$if(cursor !== null, (select) =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, 'b.id'), orderByDesc ? '<' : '>', tuple(cursor?.sortedAt ?? '', cursor?.id ?? '')),
      ),
    )
    .orderBy(column, direction)
    .orderBy('b.id', direction)
    .limit(pageSize + 1)
    .offset(skip)
    .execute()
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasNextPage = rows.length > pageSize
  const hasPreviousPage = cursor !== null || pageNumber > 1
  const sortedAt = query.orderBy === 'startsOnUtc' ? last?.startsAt : last?.createdAt
  return {
    bookings: await withItems(tx, shown),
    paging: {
      pageNumber,
      pageSize,
      hasNextPage,
      hasPreviousPage,
      isFirstPage: !hasPreviousPage,
      isLastPage: !hasNextPage,
      totalItems: null,
      totalPages: null,
      nextCursor: hasNextPage && last ? `${sortedAt}|${last.id}` : null,
    },
  }
}

/** A booking at the viewer’s locations; without its contents if they may not see its contact. */
export async function getBooking(tx: TenantTx, viewer: Viewer, id: string): Promise<Booking> {
  const rows = await executePrepared(tx, selectBookings(tx, viewer).where('b.id', '=', id))
  const [booking] = await withItems(tx, rows)
  if (!booking) throw new AppError('BookingNotFound')
  return booking
}

/** The bookings among these at the viewer’s locations; masked if the viewer may not see the contact. */
export async function findBookings(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<Booking[]> {
  if (ids.length === 0) return []
  return withItems(
    tx,
    await selectBookings(tx, viewer)
      .where(sql<boolean>`b.id = any(${[...ids]}::uuid[])`)
      .execute(),
  )
}

/** Locks a booking to change it, after the schedule of its contact. A booking whose contact the viewer may not see counts as not found. */
export async function lockBooking(
  tx: TenantTx,
  viewer: Viewer,
  { id, version }: { id: string; version?: number },
): Promise<BookingRow> {
  await lockScheduleOfBooking(tx, id)
  await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const row = await selectBookings(tx, viewer).where('b.id', '=', id).executeTakeFirst()
  if (!row?.isVisible) throw new AppError('BookingNotFound')
  if (version !== undefined && row.version !== version)
    throw new AppError('ChangedMeanwhile', { present: await getBooking(tx, viewer, id) })
  return row
}

type Stats = InferContractRouterOutputs<typeof contract>['bookings']['getStats']['data']

/** Counts the bookings of the list by status; returns none if there are too many to count. */
export async function countBookings(tx: TenantTx, viewer: Viewer, criteria: BookingCriteria): Promise<Stats> {
  const listed = selectBookings(tx, viewer)
    .where(await meets(tx, viewer, criteria))
    .where(isListed(tx, viewer, { ...criteria, orderBy: 'startsOnUtc' }))
    .clearSelect()
    .select(sql<BookingStatus | null>`case when ${isUnmasked(tx, viewer)} then b.status end`.as('status'))
    .limit(STATS_BOOKINGS_MAX + 1)
  const rows = await tx
    .selectFrom(listed.as('b'))
    .groupBy('b.status')
    .select(['b.status', ({ fn }) => fn.countAll<string>().as('count')])
    .execute()
  const counts = rows.map(({ status, count }) => ({ status, count: Number(count) }))
  const isTooMany = counts.reduce((sum, { count }) => sum + count, 0) > STATS_BOOKINGS_MAX
  if (isTooMany) return { counts: [], busyCount: 0, isTooMany }
  return {
    counts: counts.flatMap(({ status, count }) => (status === null ? [] : [{ status, count }])),
    busyCount: counts.find(({ status }) => status === null)?.count ?? 0,
    isTooMany,
  }
}

/** Bookings of a feed: those that take place or did, with their versions, which every change raises. */
export async function listBookingsOfFeed(
  tx: TenantTx,
  viewer: Viewer,
  criteria: Pick<BookingCriteria, 'startDateTimeUTC' | 'endDateTimeUTC' | 'locationIDs' | 'resourceIDs'>,
): Promise<{ booking: Booking; version: number; updatedAt: string }[]> {
  const rows = await selectBookings(tx, viewer)
    .where(await meets(tx, viewer, criteria))
    .where(sql<boolean>`b.status = any(${SHOWN.filter((status) => status !== 'held')}::text[])`)
    .orderBy('b.startsAt')
    .limit(CALENDAR_BOOKINGS_MAX)
    .execute()
  const bookings = await withItems(tx, rows)
  return bookings.map((booking, index) => ({
    booking,
    version: rows[index]?.version ?? booking.version,
    updatedAt: rows[index]?.updatedAt ?? booking.createdOnUtc,
  }))
}

/** The visits among these that start later than booked. Visits of other days make no difference. */
async function findDelays(tx: TenantTx, rows: readonly BookingRow[]): Promise<Calendar['delays']> {
  const late = rows.filter(({ lateMinutes, arrivedAt }) => lateMinutes !== null || arrivedAt !== null)
  // Most often no one is late, and there is nothing to read.
  const days = new Set(late.map(({ localStartsAt }) => localStartsAt.slice(0, 10)))
  if (days.size === 0) return []
  const visits = rows.filter(({ localStartsAt }) => days.has(localStartsAt.slice(0, 10)))
  return [...(await delaysOf(tx, visits))].map(([bookingID, minutes]) => ({ bookingID, minutes }))
}

async function delaysOf(tx: TenantTx, rows: readonly BookingRow[]): Promise<Map<string, number>> {
  const items = Map.groupBy(
    await findItems(
      tx,
      rows.map(({ id }) => id),
    ),
    ({ bookingId }) => bookingId,
  )
  return expectedDelays(
    rows.map((row) => ({ ...row, items: items.get(row.id) ?? [] })),
    tx.now(),
  )
}

/** By how many minutes a visit starts later than booked, because someone before it is late. */
export async function findDelay(tx: TenantTx, row: BookingRow): Promise<number> {
  const resourceIds = (await findItems(tx, [row.id])).flatMap((item) => item.resourceIds)
  const rows = await tx
    .selectFrom('bookings as b')
    .where('b.tenantId', '=', tx.tenantId)
    .where('b.startsAt', '<=', row.startsAt)
    .where('b.startsAt', '>', shift(row.startsAt, -DAY_MS))
    .where(
      sql<boolean>`exists (
        select from booking_items i
        where i.tenant_id = ${tx.tenantId} and i.booking_id = b.id and i.resource_ids && ${resourceIds}::uuid[]
      )`,
    )
    .selectAll()
    .execute()
  return (await delaysOf(tx, rows)).get(row.id) ?? 0
}

type Calendar = InferContractRouterOutputs<typeof contract>['bookings']['getCalendar']['data']
/** Visits that reach into a period start within this time before it. */
const LONGEST_VISIT_MS = VISIT_MINUTES_MAX * 60_000
/** Ended bookings that a calendar still shows. */
const SHOWN: readonly BookingStatus[] = ['held', 'requested', 'booked', 'confirmed', 'arrived', 'completed', 'no-show']

/** The bookings, blocks and time off of a period. */
export async function getCalendar(
  tx: TenantTx,
  viewer: Viewer,
  period: {
    startDateTimeUTC: string
    endDateTimeUTC: string
    locationIDs?: string[] | undefined
    resourceIDs?: string[] | undefined
  },
): Promise<Calendar> {
  const from = readInstant(period.startDateTimeUTC, 'startDateTimeUTC')
  const until = readInstant(period.endDateTimeUTC, 'endDateTimeUTC')
  if (!isAfter(until, from) || isAfter(until, shift(from, (CALENDAR_DAYS_MAX + 1) * DAY_MS)))
    throw invalidInput('endDateTimeUTC', `Up to ${CALENDAR_DAYS_MAX} days later`)
  const { locationIDs, resourceIDs } = period
  const rows = await selectBookings(tx, viewer)
    .where(
      await meets(tx, viewer, {
        startDateTimeUTC: shift(from, -LONGEST_VISIT_MS),
        endDateTimeUTC: until,
        locationIDs,
        resourceIDs,
      }),
    )
    .where('b.endsAt', '>', from)
    .where(sql<boolean>`b.status = any(${[...SHOWN]}::text[])`)
    .where((where) => where.or([where('b.heldUntil', 'is', null), where('b.heldUntil', '>', tx.now())]))
    .orderBy('b.startsAt')
    .limit(CALENDAR_BOOKINGS_MAX + 1)
    .execute()
  const shown = rows.slice(0, CALENDAR_BOOKINGS_MAX)
  return {
    bookings: await withItems(tx, shown),
    delays: await findDelays(tx, shown),
    blocks: await listBlocks(tx, viewer, { from, until, locationIDs, resourceIDs }),
    timeOff: await listTimeOff(tx, viewer, { from, until, locationIDs, resourceIDs }),
    isTruncated: rows.length > CALENDAR_BOOKINGS_MAX,
  }
}
