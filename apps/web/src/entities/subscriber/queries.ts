import type { SubscriberCriteria } from '@frontdesk/contract/api'
import type { SubscriberState, SubscriberTrendDays } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { CONTACTS_KEY } from '../contact/queries.ts'

/** Within the key of contacts, because the same events change both. */
const SUBSCRIBERS_KEY = [...CONTACTS_KEY, 'subscribers']

export const subscriberList = (state: SubscriberState, criteria: SubscriberCriteria) =>
  infiniteQueryOptions({
    queryKey: [...SUBSCRIBERS_KEY, 'list', state, criteria],
    queryFn: async ({ pageParam, signal }) =>
      (await api.subscribers.getList({ ...criteria, state, ...(pageParam && { cursor: pageParam }) }, { signal })).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

interface TrendQuery {
  days: SubscriberTrendDays
  timeZone: string
  locationId: string | null
}

const TREND_KEY = ['subscriber-trend']
/** The chart is counted again at this interval, not with every opt-out by text. */
const TREND_MS = 60_000

/** How many people joined and left, by day. Outside the key that events invalidate. */
export const subscriberTrend = ({ days, timeZone, locationId }: TrendQuery) =>
  queryOptions({
    queryKey: [...TREND_KEY, days, timeZone, locationId],
    queryFn: async ({ signal }) =>
      (
        await api.subscribers.getTrend(
          { days, timeZone, ...(locationId !== null && { locationIDs: [locationId] }) },
          { signal },
        )
      ).data,
    staleTime: TREND_MS,
    refetchInterval: TREND_MS,
    placeholderData: keepPreviousData,
  })

/** Refetches everything about subscribers after the user changed them. */
export const refetchSubscribers = (cache: QueryClient) =>
  Promise.all([CONTACTS_KEY, TREND_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })))

/** How many subscribers of each state match. */
export const subscriberStats = (criteria: SubscriberCriteria) =>
  queryOptions({
    queryKey: [...SUBSCRIBERS_KEY, 'stats', criteria],
    queryFn: async ({ signal }) => (await api.subscribers.getStats(criteria, { signal })).data,
    placeholderData: keepPreviousData,
  })
