import type { DocumentCriteria } from '@frontdesk/contract/api'
import {
  boundsOf,
  DATE_RANGES,
  type DateRange,
  DOCUMENT_KINDS,
  DOCUMENT_ORDERS,
  type DocumentKind,
  type DocumentOrder,
  PAGE_SIZE_OPTIONS,
  PAYMENT_STATUSES,
  type PaymentStatus,
  readDateParam,
  readList,
  splitList,
} from '@frontdesk/contract/rules'
import { serverInstant } from '../../lib/server-time.ts'

/** Search params of the list of payments and of the cash sheet. */
export interface PaymentSearch {
  view?: 'cash' | undefined
  q?: string | undefined
  range?: DateRange | undefined
  from?: string | undefined
  until?: string | undefined
  /** Several, separated by commas. */
  status?: string | undefined
  kind?: DocumentKind | undefined
  location?: string | undefined
  /** Only documents of this contact. */
  contactID?: string | undefined
  order?: DocumentOrder | undefined
  asc?: true | undefined
  size?: number | undefined
}

const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((each) => each === value)
const STATUS = new RegExp(`^(${PAYMENT_STATUSES.join('|')})$`)
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The statuses in the search param, without unknown ones. */
export const readStatuses = (status: string | undefined): PaymentStatus[] =>
  splitList(status).flatMap((each) => oneOf(PAYMENT_STATUSES, each) ?? [])

export function readPaymentSearch(search: Record<string, unknown>): PaymentSearch {
  const read: PaymentSearch = {
    view: search.view === 'cash' ? 'cash' : undefined,
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    range: oneOf(DATE_RANGES, search.range),
    from: readDateParam(search.from),
    until: readDateParam(search.until),
    status: readList(search.status, STATUS),
    kind: oneOf(DOCUMENT_KINDS, search.kind),
    location: readList(search.location, UUID),
    contactID: typeof search.contactID === 'string' && UUID.test(search.contactID) ? search.contactID : undefined,
    order: oneOf(DOCUMENT_ORDERS, search.order),
    asc: search.asc === true ? true : undefined,
    size: PAGE_SIZE_OPTIONS.find((size) => size === search.size),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** Number of active filters, without the search term. */
export const countPaymentFilters = ({ range, status, kind, location, contactID }: PaymentSearch): number =>
  [range, status, kind, location, contactID].filter((value) => value !== undefined).length

export function toPaymentCriteria(
  { q, range, from, until, status, kind, location, contactID }: PaymentSearch,
  { locationId, zone }: { locationId: string | null; zone: string },
): DocumentCriteria {
  const statuses = readStatuses(status)
  const locationIDs = locationId === null ? splitList(location) : [locationId]
  return {
    ...(q && { searchTerm: q }),
    ...(range && boundsOf({ range, from, until }, { zone, now: serverInstant() })),
    ...(statuses.length > 0 && { statuses }),
    ...(kind && { kinds: [kind] }),
    ...(contactID && { contactID }),
    ...(locationIDs.length > 0 && { locationIDs }),
  }
}
