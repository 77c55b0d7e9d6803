import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { GROUPS_KEY } from './queries.ts'

export const groupMembers = (sid: string, searchTerm: string) =>
  infiniteQueryOptions({
    queryKey: [...GROUPS_KEY, 'members', sid, searchTerm],
    queryFn: async ({ pageParam, signal }) =>
      (await api.groups.getMembers({ sid, searchTerm, ...(pageParam && { cursor: pageParam }) }, { signal })).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
