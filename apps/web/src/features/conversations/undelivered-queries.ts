import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { conversationKeys } from './queries.ts'

export const undeliveredList = infiniteQueryOptions({
  queryKey: [...conversationKeys.undelivered, 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const { data, paging } = await api.undelivered.getList({ cursor: pageParam }, { signal })
    return { items: data.items, nextCursor: paging.nextCursor }
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
})

export const undeliveredCount = queryOptions({
  queryKey: [...conversationKeys.undelivered, 'count'],
  queryFn: async ({ signal }) => (await api.undelivered.getCount(undefined, { signal })).data.count,
})
