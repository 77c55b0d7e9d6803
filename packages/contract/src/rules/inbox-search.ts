import type { ListFilter } from '../api/inbox-search.ts'
import { CONVERSATION_SOURCES } from './conversation-filter.ts'
import { boundsOf, DATE_RANGES, type DateRange } from './date-ranges.ts'
import { phoneSearchDigits } from './phone.ts'
import { ENCODED_ITEM, readDateParam, readList, readText, splitList, splitWords } from './search-params.ts'

/** Search parameters of the inbox URL. Multiple values are separated by commas. */
export interface InboxSearch {
  tab?: 'closed' | 'all'
  unread?: true
  q?: string
  folder?: string
  /** Assignees: `me`, `none`, or user ids. */
  to?: string
  status?: string
  /** Labels of the contact, each percent-encoded because labels are free text. */
  label?: string
  source?: string
  range?: DateRange
  /** Dates of the range `custom`. */
  from?: string
  until?: string
  /** Only conversations with a scheduled message. */
  scheduled?: true
  /** Oldest first. */
  asc?: true
  /**
   * Whether the term filters the list by name or number; without it the term searches everything and leaves the list
   * alone.
   */
  find?: 'people'
  /** Index of the message to scroll to in the open conversation. */
  at?: number
  /** The open conversation shows the timeline of its contact. */
  timeline?: true
  /** Only conversations waiting for a reply, longest wait first. */
  waiting?: true
  snoozed?: true
}

/** Parameters of the list, without those of the open conversation. */
export const forList = ({ at: _at, timeline: _timeline, ...search }: InboxSearch): InboxSearch => search

const WORDS_MAX = 120

/** Parses the query string leniently: invalid values are dropped, because URLs are edited and truncated. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const list = (key: string, item?: RegExp) => {
    const items = readList(search[key], item)
    return items ? { [key]: items } : {}
  }
  const range = DATE_RANGES.find((known) => known === search.range && known !== 'all_time')
  const q = readText(search.q)
  const from = range === 'custom' ? readDateParam(search.from) : undefined
  const until = range === 'custom' ? readDateParam(search.until) : undefined
  return {
    ...((search.tab === 'closed' || search.tab === 'all') && { tab: search.tab }),
    ...(search.unread === true && { unread: true as const }),
    ...(q !== undefined && { q: q.slice(0, WORDS_MAX) }),
    ...list('folder'),
    ...list('to', /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
    ...list('status'),
    ...list('label', ENCODED_ITEM),
    ...list('source', /^(sms|voicecall|webchat|popup|messenger|instagram|google)$/),
    ...(range && { range }),
    ...(from && { from }),
    ...(until && { until }),
    ...(search.scheduled === true && { scheduled: true as const }),
    ...(search.asc === true && { asc: true as const }),
    ...(search.find === 'people' && q !== undefined && { find: 'people' as const }),
    ...(typeof search.at === 'number' && Number.isSafeInteger(search.at) && search.at > 0 && { at: search.at }),
    ...(search.timeline === true && { timeline: true as const }),
    ...(search.waiting === true && { waiting: true as const }),
    ...(search.snoozed === true && { snoozed: true as const }),
  }
}

/** Filters of the list beyond open or closed, unread and the search term. */
export const FILTER_KEYS = [
  'folder',
  'to',
  'status',
  'label',
  'source',
  'range',
  'scheduled',
  'waiting',
  'snoozed',
] as const

export const hasFilters = (search: InboxSearch): boolean => FILTER_KEYS.some((key) => search[key] !== undefined)

export interface ListContext {
  locationId: string | null
  myUserId: string | undefined
  /** Time zone of the days. */
  zone: string
  now?: string
}

/** A term that filters the list matches phone numbers if it is digits, otherwise names. */
export function toListFilter(search: InboxSearch, { locationId, myUserId, zone, now }: ListContext): ListFilter {
  const { tab, unread, q, find, folder, to, status, label, source, range, from, until } = search
  const { asc, scheduled, waiting, snoozed } = search
  const term = find === 'people' ? q?.trim() : undefined
  const digits = term ? phoneSearchDigits(term) : null
  const people = splitList(to)
  const userIds = people.filter((one) => one !== 'none').flatMap((one) => (one === 'me' ? (myUserId ?? []) : one))
  return {
    isClosed: tab === 'closed',
    ...(tab === 'all' && { openCloseState: 'all' as const }),
    ...(unread && { hasUnreadMessages: true }),
    ...(digits ? { searchPhoneNumber: digits.slice(0, 40) } : term ? { searchName: term } : {}),
    ...(folder && { folderKeys: splitList(folder) }),
    ...(userIds.length > 0 && { toUserIDs: userIds }),
    ...(people.includes('none') && { isUnassigned: true }),
    ...(status && { statusKeys: splitList(status) }),
    ...(label && { labels: splitWords(label) }),
    ...(source && {
      sources: splitList(source).flatMap((item) => CONVERSATION_SOURCES.find((known) => known === item) ?? []),
    }),
    ...(range && boundsOf({ range, from, until }, { zone, now: now ?? Temporal.Now.instant().toString() })),
    ...(scheduled && { hasScheduledMessages: true }),
    ...(asc && { orderByDesc: false }),
    ...(waiting && { needsAnswer: true, orderBy: 'needsAnswerSince' as const, orderByDesc: asc === true }),
    ...(snoozed && { isSnoozed: true }),
    ...(locationId && { locationIDs: [locationId] }),
  }
}

/** Formats the search for a saved view: the query string, without transient parameters. */
export function toSearchText(search: InboxSearch): string {
  const { find: _find, ...kept } = forList(search)
  return new URLSearchParams(
    Object.entries(kept)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()
}

/** A view with a term filters by people, because a view is a list. */
export function fromSearchText(text: string): InboxSearch {
  const { find: _find, ...search } = forList(
    readInboxSearch(
      Object.fromEntries([...new URLSearchParams(text)].map(([key, value]) => [key, value === 'true' ? true : value])),
    ),
  )
  return search.q === undefined ? search : { ...search, find: 'people' }
}
