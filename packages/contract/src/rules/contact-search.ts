import type { ContactCriteria } from '../api/contact-list.ts'
import { BIRTHDAY_KEYS, type BirthdayKey } from './birthdays.ts'
import { CONTACT_FIELDS_MAX, type FieldCondition, fieldConditionItem, readFieldCondition } from './contact-fields.ts'
import { CONTACT_SOURCES, type ContactOrder, OPT_OUT_FILTERS, type OptOutFilter } from './contacts.ts'
import { boundsOf, DATE_RANGES, type DateRange } from './date-ranges.ts'
import {
  definedParams,
  ENCODED_ITEM,
  joinList,
  joinWords,
  readDateParam,
  readList,
  readText,
  splitList,
  splitWords,
} from './search-params.ts'

/** Search parameters of the URL of the list of contacts. Multiple values are separated by commas. */
export interface ContactSearch {
  /** Name, number or email. */
  q?: string
  location?: string
  /** Tags and labels, each percent-encoded because they are free text. */
  tag?: string
  label?: string
  status?: string
  source?: string
  birthday?: BirthdayKey
  /** Date added. */
  range?: DateRange
  /** Dates of the range `custom`. */
  from?: string
  until?: string
  conversation?: 'yes' | 'no'
  /** `yes` and `no` are of everything. */
  optedOut?: OptOutParam
  blocked?: 'yes' | 'no'
  /** Conditions on custom fields, each percent-encoded; see `readFieldCondition`. */
  field?: string
  /** Column of the order, descending with a minus; without it the latest activity first. */
  sort?: ContactSort
}

export type OptOutParam = 'yes' | 'no' | Exclude<OptOutFilter, 'everything'>

export interface ContactOrdering {
  orderBy: ContactOrder
  orderByDesc: boolean
}

/** Latest activity first, which the URL omits. */
const DEFAULT_SORT = '-activity'
const ORDERINGS = {
  name: { orderBy: 'name', orderByDesc: false },
  '-name': { orderBy: 'name', orderByDesc: true },
  '-added': { orderBy: 'createdOnUtc', orderByDesc: true },
  added: { orderBy: 'createdOnUtc', orderByDesc: false },
  [DEFAULT_SORT]: { orderBy: 'lastActivityOnUtc', orderByDesc: true },
  activity: { orderBy: 'lastActivityOnUtc', orderByDesc: false },
} as const satisfies Record<string, ContactOrdering>
type AnySort = keyof typeof ORDERINGS
export type ContactSort = Exclude<AnySort, typeof DEFAULT_SORT>
export const CONTACT_SORTS = Object.keys(ORDERINGS) as AnySort[]

/** Filters besides the search term. */
const CONTACT_FILTER_KEYS = [
  'location',
  'tag',
  'label',
  'status',
  'source',
  'birthday',
  'range',
  'conversation',
  'optedOut',
  'blocked',
  'field',
] as const

const TERM_MAX = 120
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SOURCE = new RegExp(`^(${CONTACT_SOURCES.join('|')})$`)

/** The conditions on custom fields in the parameter of the URL. */
export const readFieldConditions = (field: string | undefined): FieldCondition[] =>
  splitWords(field)
    .flatMap((item) => readFieldCondition(item) ?? [])
    .slice(0, CONTACT_FIELDS_MAX)

const readYesNo = (value: unknown) => (value === 'yes' || value === 'no' ? value : undefined)

const readOptOut = (value: unknown): OptOutParam | undefined =>
  readYesNo(value) ?? OPT_OUT_FILTERS.filter((filter) => filter !== 'everything').find((filter) => filter === value)

/** Parses the query string; invalid values are dropped. */
export function readContactSearch(search: Record<string, unknown>): ContactSearch {
  const range = DATE_RANGES.find((known) => known === search.range && known !== 'all_time')
  const isCustom = range === 'custom'
  return definedParams<ContactSearch>({
    q: readText(search.q)?.slice(0, TERM_MAX),
    location: readList(search.location, UUID),
    tag: readList(search.tag, ENCODED_ITEM),
    label: readList(search.label, ENCODED_ITEM),
    status: readList(search.status),
    source: readList(search.source, SOURCE),
    birthday: BIRTHDAY_KEYS.find((key) => key === search.birthday),
    range,
    from: isCustom ? readDateParam(search.from) : undefined,
    until: isCustom ? readDateParam(search.until) : undefined,
    conversation: readYesNo(search.conversation),
    optedOut: readOptOut(search.optedOut),
    blocked: readYesNo(search.blocked),
    field: joinWords(readFieldConditions(readText(search.field)).map(fieldConditionItem)),
    sort: toSort(CONTACT_SORTS.find((sort) => sort === search.sort)),
  })
}

/** Formats the search for a segment: the query string, without the order. */
export function toSegmentText({ sort: _sort, ...search }: ContactSearch): string {
  return new URLSearchParams(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()
}

export function fromSegmentText(text: string): ContactSearch {
  const { sort: _sort, ...search } = readContactSearch(Object.fromEntries(new URLSearchParams(text)))
  return search
}

export const countContactFilters = (search: ContactSearch): number =>
  CONTACT_FILTER_KEYS.filter((key) => search[key] !== undefined).length

export const clearContactFilters = ({ sort }: ContactSearch): ContactSearch => (sort ? { sort } : {})

export const contactOrdering = ({ sort }: ContactSearch): ContactOrdering => ORDERINGS[sort ?? DEFAULT_SORT]

/** The parameter of an order; none for the default. */
export const toSort = (sort: AnySort | undefined): ContactSort | undefined => (sort === DEFAULT_SORT ? undefined : sort)

/** The order after a click on the title of a column: reversed, or that of another column in its usual direction. */
export function sortByColumn(search: ContactSearch, column: ContactOrder): ContactSort | undefined {
  const { orderBy, orderByDesc } = contactOrdering(search)
  const ofColumn = CONTACT_SORTS.filter((sort) => ORDERINGS[sort].orderBy === column)
  return toSort(orderBy === column ? ofColumn.find((sort) => ORDERINGS[sort].orderByDesc !== orderByDesc) : ofColumn[0])
}

export interface ContactListContext {
  /** Chosen for all lists; replaces the filter by location. */
  locationId: string | null
  /** Time zone of the days. */
  zone: string
  now?: string
}

/**
 * The search that shows criteria in the filters of the list; the reverse of `toContactCriteria`. A range of dates
 * becomes a custom one.
 */
export function toContactSearch(criteria: ContactCriteria, zone: string): ContactSearch {
  const { startDateTimeUTC: start, endDateTimeUTC: end, hasConversation, isOptedOut, optedOutOf, isBlocked } = criteria
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(zone).toPlainDate().toString()
  const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? 'yes' : 'no')
  return definedParams<ContactSearch>({
    q: criteria.searchTerm || undefined,
    location: joinList(criteria.locationIDs ?? []),
    tag: joinWords(criteria.tagsSearch ?? []),
    label: joinWords(criteria.labelsSearch ?? []),
    status: joinList(criteria.statusKeys ?? []),
    source: joinList(criteria.sources ?? []),
    birthday: criteria.birthdayKey,
    range: start || end ? 'custom' : undefined,
    from: start && dayOf(Temporal.Instant.from(start)),
    until: end && dayOf(Temporal.Instant.from(end).subtract({ nanoseconds: 1 })),
    conversation: yesNo(hasConversation),
    optedOut: optedOutOf === 'everything' ? 'yes' : (optedOutOf ?? yesNo(isOptedOut)),
    blocked: yesNo(isBlocked),
    field: joinWords((criteria.fields ?? []).map(fieldConditionItem)),
    sort: undefined,
  })
}

export function toContactCriteria(
  search: ContactSearch,
  { locationId, zone, now }: ContactListContext,
): ContactCriteria {
  const {
    q,
    location,
    tag,
    label,
    status,
    source,
    birthday,
    range,
    from,
    until,
    conversation,
    optedOut,
    blocked,
    field,
  } = search
  const locationIDs = locationId ? [locationId] : splitList(location)
  return {
    ...(q && { searchTerm: q.trim() }),
    ...(tag && { tagsSearch: splitWords(tag) }),
    ...(label && { labelsSearch: splitWords(label) }),
    ...(locationIDs.length > 0 && { locationIDs }),
    ...(birthday && { birthdayKey: birthday }),
    ...(status && { statusKeys: splitList(status) }),
    ...(source && {
      sources: splitList(source).flatMap((item) => CONTACT_SOURCES.find((known) => known === item) ?? []),
    }),
    ...(conversation && { hasConversation: conversation === 'yes' }),
    ...((optedOut === 'yes' || optedOut === 'no') && { isOptedOut: optedOut === 'yes' }),
    ...(optedOut && optedOut !== 'yes' && optedOut !== 'no' && { optedOutOf: optedOut }),
    ...(blocked && { isBlocked: blocked === 'yes' }),
    ...(field && { fields: readFieldConditions(field) }),
    ...(range && boundsOf({ range, from, until }, { zone, now: now ?? Temporal.Now.instant().toString() })),
  }
}
