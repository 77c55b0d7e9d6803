import { type ContactSearch, readContactSearch } from './contact-search.ts'
import { definedParams, readDateParam } from './search-params.ts'

/**
 * `pending`: asked for a confirmation and has not answered. `unsubscribed`: opted out of marketing or of all texts
 * since they joined.
 */
export const SUBSCRIBER_STATES = ['subscribed', 'pending', 'unsubscribed'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

/**
 * How a person joined: a keyword, an answer to the question that first-time texters get, another text such as START, a
 * booking page, a record of a teammate, an import.
 */
export const SUBSCRIBER_SOURCES = ['keyword', 'first-text', 'text', 'page', 'teammate', 'import'] as const
export type SubscriberSource = (typeof SUBSCRIBER_SOURCES)[number]

/** Counting stops here; more is shown as "10,000+". */
export const SUBSCRIBERS_COUNT_MAX = 10_000
/** Subscribers chosen one by one in a request; all that match a filter are changed by a job. */
export const SUBSCRIBERS_SELECTED_MAX = 500
export const UNSUBSCRIBE_REASON_MAX = 300

/** Search parameters of the URL of the list of subscribers. Multiple values are separated by commas. */
export interface SubscriberSearch extends Pick<ContactSearch, 'q' | 'location' | 'tag'> {
  tab?: Exclude<SubscriberState, 'subscribed'>
  source?: SubscriberSource
  /** First and last date on which they joined. */
  from?: string
  until?: string
}

const SUBSCRIBER_FILTER_KEYS = ['location', 'tag', 'source', 'from', 'until'] as const

/** Parses the query string; invalid values are dropped. */
export function readSubscriberSearch(search: Record<string, unknown>): SubscriberSearch {
  const { q, location, tag } = readContactSearch(search)
  const from = readDateParam(search.from)
  const until = readDateParam(search.until)
  return definedParams<SubscriberSearch>({
    q,
    location,
    tag,
    tab: search.tab === 'pending' || search.tab === 'unsubscribed' ? search.tab : undefined,
    source: SUBSCRIBER_SOURCES.find((source) => source === search.source),
    from,
    until,
  })
}

export const countSubscriberFilters = (search: SubscriberSearch): number =>
  SUBSCRIBER_FILTER_KEYS.filter((key) => search[key] !== undefined).length
