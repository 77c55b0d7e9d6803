import type { BookingCriteria } from '@frontdesk/contract/api'
import {
  BOOKING_ORDERS,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  type BookingOrder,
  type BookingSource,
  type BookingStatus,
  boundsOf,
  DATE_RANGES,
  type DateRange,
  PAGE_SIZE_OPTIONS,
  readDateParam,
  readList,
  splitList,
} from '@frontdesk/contract/rules'
import { serverInstant } from '../../lib/server-time.ts'

/** What the URL says about the list of bookings. */
export interface BookingSearch {
  view?: 'all'
  /** The visit that is open. */
  booking?: string
  q?: string | undefined
  range?: DateRange | undefined
  from?: string | undefined
  until?: string | undefined
  /** Several, separated by commas. */
  status?: string | undefined
  source?: BookingSource | undefined
  service?: string | undefined
  resource?: string | undefined
  location?: string | undefined
  order?: BookingOrder | undefined
  asc?: true | undefined
  size?: number | undefined
}

const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((each) => each === value)
const STATUS = new RegExp(`^(${BOOKING_STATUSES.join('|')})$`)
/** The statuses of the list in the URL. */
export const readStatuses = (status: string | undefined): BookingStatus[] =>
  splitList(status).flatMap((each) => oneOf(BOOKING_STATUSES, each) ?? [])
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
/** Sent as they are; an id that is none would be refused. */
const id = (value: unknown) => (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined)

export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  const read: BookingSearch = {
    ...(search.view === 'all' && { view: 'all' as const }),
    ...(text(search.booking) !== undefined && { booking: String(search.booking) }),
    q: text(search.q),
    range: oneOf(DATE_RANGES, search.range),
    from: readDateParam(search.from),
    until: readDateParam(search.until),
    status: readList(search.status, STATUS),
    source: oneOf(BOOKING_SOURCES, search.source),
    service: id(search.service),
    resource: id(search.resource),
    location: readList(search.location, /^[0-9a-f-]{36}$/),
    order: oneOf(BOOKING_ORDERS, search.order),
    asc: search.asc === true ? true : undefined,
    size: PAGE_SIZE_OPTIONS.find((size) => size === search.size),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** How many filters are in use, besides the search. */
export const countBookingFilters = ({ range, status, source, service, resource, location }: BookingSearch): number =>
  [range, status, source, service, resource, location].filter((value) => value !== undefined).length

export function toBookingCriteria(
  { q, range, from, until, status, source, service, resource, location }: BookingSearch,
  { locationId, zone }: { locationId: string | null; zone: string },
): BookingCriteria {
  const statuses = readStatuses(status)
  const locationIDs = locationId === null ? splitList(location) : [locationId]
  return {
    ...(q && { searchTerm: q }),
    ...(range && boundsOf({ range, from, until }, { zone, now: serverInstant() })),
    ...(statuses.length > 0 && { statuses }),
    ...(source && { sources: [source] }),
    ...(service && { serviceIDs: [service] }),
    ...(resource && { resourceIDs: [resource] }),
    ...(locationIDs.length > 0 && { locationIDs }),
  }
}
