import type { SubscriberCriteria } from '@frontdesk/contract/api'
import type { SubscriberState, SubscriberTrendDays } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { CONTACT_TRENDS_KEY, CONTACTS_KEY } from '../contact/queries.ts'

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

/** How many people joined and left, by day. */
export const subscriberTrend = ({ days, timeZone, locationId }: TrendQuery) =>
  queryOptions({
    queryKey: [...CONTACT_TRENDS_KEY, 'subscribers', days, timeZone, locationId],
    queryFn: async ({ signal }) =>
      (
        await api.subscribers.getTrend(
          { days, timeZone, ...(locationId !== null && { locationIDs: [locationId] }) },
          { signal },
        )
      ).data,
    placeholderData: keepPreviousData,
  })

/** Refetches everything about subscribers after the user changed them. */
export const refetchSubscribers = (cache: QueryClient) =>
  Promise.all([CONTACTS_KEY, CONTACT_TRENDS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })))

/** How many subscribers of each state match. */
export const subscriberStats = (criteria: SubscriberCriteria) =>
  queryOptions({
    queryKey: [...SUBSCRIBERS_KEY, 'stats', criteria],
    queryFn: async ({ signal }) => (await api.subscribers.getStats(criteria, { signal })).data,
    placeholderData: keepPreviousData,
  })
