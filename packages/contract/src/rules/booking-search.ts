import type { BookingCriteria } from '../api/bookings.ts'
import { BOOKING_ORDERS, BOOKING_SOURCES, BOOKING_STATUSES, type BookingOrder } from './bookings.ts'
import { PAGE_SIZE_OPTIONS } from './constants.ts'
import { boundsOf, DATE_RANGES, type DateRange } from './date-ranges.ts'
import { definedParams, joinList, readDateParam, readList, readText, splitList } from './search-params.ts'

/** Filters of the list of bookings in its URL. Multiple values are separated by commas. */
export interface BookingFilters {
  /** Name or number. */
  q?: string | undefined
  /** Date of the visit. */
  range?: DateRange | undefined
  /** Dates of the range `custom`. */
  from?: string | undefined
  until?: string | undefined
  status?: string | undefined
  source?: string | undefined
  service?: string | undefined
  teammate?: string | undefined
  /** Rooms and equipment. */
  room?: string | undefined
  location?: string | undefined
}

/** Search parameters of the URL of the list of bookings. */
export interface BookingSearch extends BookingFilters {
  view?: 'all' | undefined
  /** The visit that is open. */
  booking?: string | undefined
  order?: BookingOrder | undefined
  asc?: true | undefined
  size?: number | undefined
}

const BOOKING_FILTER_KEYS = ['range', 'status', 'source', 'service', 'teammate', 'room', 'location'] as const
/** Criteria take at most so many ids each. */
export const FILTER_IDS_MAX = 25
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const oneOf = <Item extends string>(list: readonly Item[], value: unknown): Item | undefined =>
  list.find((each) => each === value)
const readChoices = (list: readonly string[], value: unknown) => readList(value, new RegExp(`^(${list.join('|')})$`))
const readIds = (value: unknown) => joinList(splitList(readList(value, ID)).slice(0, FILTER_IDS_MAX))
/** The items of a list in the URL that are among these. */
export const choicesIn = <Item extends string>(list: readonly Item[], value: string | undefined): Item[] =>
  splitList(value).flatMap((each) => oneOf(list, each) ?? [])

function readBookingFilters(search: Record<string, unknown>): BookingFilters {
  const range = oneOf(DATE_RANGES, search.range)
  return definedParams<BookingFilters>({
    q: readText(search.q)?.slice(0, 200),
    range,
    from: range === 'custom' ? readDateParam(search.from) : undefined,
    until: range === 'custom' ? readDateParam(search.until) : undefined,
    status: readChoices(BOOKING_STATUSES, search.status),
    source: readChoices(BOOKING_SOURCES, search.source),
    service: readIds(search.service),
    teammate: readIds(search.teammate),
    room: readIds(search.room),
    location: readIds(search.location),
  })
}

export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  return {
    ...readBookingFilters(search),
    ...definedParams<BookingSearch>({
      view: search.view === 'all' ? 'all' : undefined,
      booking: typeof search.booking === 'string' && ID.test(search.booking) ? search.booking : undefined,
      order: oneOf(BOOKING_ORDERS, search.order),
      asc: search.asc === true ? true : undefined,
      size: PAGE_SIZE_OPTIONS.find((size) => size === search.size),
    }),
  }
}

/** The query string of the filters alone, in the same order always: saved views are compared by it. */
export function toBookingViewText(search: BookingSearch): string {
  const filters = readBookingFilters({ ...search })
  return new URLSearchParams(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
}

export const fromBookingViewText = (text: string): BookingFilters =>
  readBookingFilters(Object.fromEntries(new URLSearchParams(text)))

/** How many filters are in use, besides the search. */
export const countBookingFilters = (search: BookingFilters): number =>
  BOOKING_FILTER_KEYS.filter((key) => search[key] !== undefined).length

/** The search without its filters. */
export const clearBookingFilters = ({ view, order, asc, size }: BookingSearch): BookingSearch =>
  definedParams<BookingSearch>({ view, order, asc, size })

export function toBookingCriteria(
  filters: BookingFilters,
  { locationId, zone, now }: { locationId: string | null; zone: string; now: string },
): BookingCriteria {
  const { q, range, from, until } = filters
  const statuses = choicesIn(BOOKING_STATUSES, filters.status)
  const sources = choicesIn(BOOKING_SOURCES, filters.source)
  const [services, teammates, rooms] = [filters.service, filters.teammate, filters.room].map(splitList)
  const locations = locationId === null ? splitList(filters.location) : [locationId]
  return {
    ...(q && { searchTerm: q }),
    ...(range && boundsOf({ range, from, until }, { zone, now })),
    ...(statuses.length > 0 && { statuses }),
    ...(sources.length > 0 && { sources }),
    ...(services?.length && { serviceIDs: services }),
    ...(teammates?.length && { resourceIDs: teammates }),
    ...(rooms?.length && { roomIDs: rooms }),
    ...(locations.length > 0 && { locationIDs: locations }),
  }
}
