import type { BookingCriteria, Visit } from '@frontdesk/contract/api'
import type { BookingOrder } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { PAYMENTS_KEY } from '../payment/keys.ts'

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

const FOUND = 5
const RECENT_HOURS = 12

/** Visits of contacts with this name or number: those of now and the next ones. */
export const visitsFound = (searchTerm: string, locationID: string | null) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'found', searchTerm, locationID],
    queryFn: async ({ signal }) => {
      const from = Temporal.Instant.from(serverInstant()).subtract({ hours: RECENT_HOURS }).toString()
      const criteria = { searchTerm, startDateTimeUTC: from, ...(locationID !== null && { locationIDs: [locationID] }) }
      return (await api.bookings.getList({ ...criteria, pageSize: FOUND }, { signal })).data.bookings
    },
    placeholderData: keepPreviousData,
  })

/** How many bookings match, by status. */
export const bookingStats = (criteria: BookingCriteria) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'stats', criteria],
    queryFn: async ({ signal }) => (await api.bookings.getStats(criteria, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** The visits of a period, without those that were cancelled, and which of them start late. */
export const visitsOf = (period: Period) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'visits', period],
    queryFn: async ({ signal }) => (await api.bookings.getCalendar(period, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** How often a contact did not come, or cancelled late. */
export const noShowsOf = (contactID: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'no-shows', contactID],
    queryFn: async ({ signal }) => (await api.bookings.getNoShows({ contactID }, { signal })).data,
  })

export const bookingById = (id: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.bookings.get({ id }, { signal })).data,
  })

/** Payment and terms of a visit. */
export const paymentOfVisit = (id: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, ...PAYMENTS_KEY, id],
    queryFn: async ({ signal }) => (await api.bookingPayments.get({ id }, { signal })).data,
  })

/** The payment that a teammate can request when booking these services. */
export const paymentQuote = (serviceIDs: string[], contactID: string | undefined) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, ...PAYMENTS_KEY, 'quote', serviceIDs, contactID],
    queryFn: async ({ signal }) =>
      (await api.bookingPayments.quote({ serviceIDs, ...(contactID !== undefined && { contactID }) }, { signal })).data,
  })

/** The mails about a visit to its contact. */
export const mailsOfVisit = (bookingID: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'mails', bookingID],
    queryFn: async ({ signal }) => (await api.bookingMails.getList({ bookingID }, { signal })).data.mails,
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
export const calendarOf = (period: Period & { resourceIDs?: string[] }) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'calendar', period],
    queryFn: async ({ signal }) => (await api.bookings.getCalendar(period, { signal })).data,
    placeholderData: keepPreviousData,
  })
