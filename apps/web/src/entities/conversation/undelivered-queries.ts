import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { conversationKeys } from './queries.ts'

const at = (locationID: string | null) => (locationID ? { locationIDs: [locationID] } : {})

export const undeliveredList = (locationID: string | null) =>
  infiniteQueryOptions({
    queryKey: [...conversationKeys.undelivered, 'list', locationID],
    queryFn: async ({ pageParam, signal }) => {
      const { data, paging } = await api.undelivered.getList({ cursor: pageParam, ...at(locationID) }, { signal })
      return { items: data.items, nextCursor: paging.nextCursor }
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const undeliveredCount = (locationID: string | null) =>
  queryOptions({
    queryKey: [...conversationKeys.undelivered, 'count', locationID],
    queryFn: async ({ signal }) => (await api.undelivered.getCount(at(locationID), { signal })).data.count,
  })
