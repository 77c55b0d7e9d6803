import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'

export const blockedNumbersQuery = (searchTerm: string) =>
  infiniteQueryOptions({
    queryKey: [...settingKey('blocked-numbers'), searchTerm],
    queryFn: ({ pageParam, signal }) =>
      api.blockedNumbers.getList({ cursor: pageParam, ...(searchTerm && { searchTerm }) }, { signal }),
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ paging }) => paging.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
