import type { BookingCriteria, Visit } from '@frontdesk/contract/api'
import type { BookingOrder } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'

/** Everything that a change of a booking makes stale. */
export const BOOKINGS_KEY = ['visits']

interface ListQuery {
  criteria: BookingCriteria
  orderBy: BookingOrder
  orderByDesc: boolean
  pageSize: number
}

export const bookingList = ({ criteria, ...query }: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...BOOKINGS_KEY, 'list', criteria, query],
    queryFn: ({ pageParam, signal }) =>
      api.bookings.getList({ ...criteria, ...query, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ paging }) => paging.nextCursor,
    placeholderData: keepPreviousData,
  })

const OF_CONTACT = 5

/** The latest visits of a contact, those to come first. */
export const visitsOfContact = (contactID: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'of-contact', contactID],
    queryFn: async ({ signal }) =>
      (await api.bookings.getList({ contactID, orderByDesc: true, pageSize: OF_CONTACT }, { signal })).data.bookings,
  })

interface Period {
  startDateTimeUTC: string
  endDateTimeUTC: string
  locationIDs?: string[] | undefined
}

/** How many bookings of a period have each status. */
export const bookingStats = (period: Period) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'stats', period],
    queryFn: async ({ signal }) => (await api.bookings.getStats(period, { signal })).data.counts,
    placeholderData: keepPreviousData,
  })

/** The visits of a period, without those that were cancelled. */
export const visitsOf = (period: Period) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'visits', period],
    queryFn: async ({ signal }) => (await api.bookings.getCalendar(period, { signal })).data.bookings,
    placeholderData: keepPreviousData,
  })

export const bookingById = (id: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.bookings.get({ id }, { signal })).data,
  })

interface SlotQuery {
  visit: Visit
  from: string
  days: number
  /** A booking that is to be moved. */
  bookingID?: string | undefined
}

/** Free times of a visit. */
export const slotsQuery = ({ visit, from, days, bookingID }: SlotQuery) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'slots', visit, from, days, bookingID],
    queryFn: async ({ signal }) =>
      (await api.availability.slots({ ...visit, from, days, ...(bookingID && { bookingID }) }, { signal })).data,
  })

/** The visits and blocked times of a period, as a calendar shows them. */
export const calendarOf = (period: Period) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'calendar', period],
    queryFn: async ({ signal }) => (await api.bookings.getCalendar(period, { signal })).data,
    placeholderData: keepPreviousData,
  })
