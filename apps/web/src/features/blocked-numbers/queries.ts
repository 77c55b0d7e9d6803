import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { api } from '../../lib/api.ts'

export const blockedNumbersQuery = (searchTerm: string) =>
  infiniteQueryOptions({
    queryKey: [...settingKey('blocked-numbers'), searchTerm],
    queryFn: ({ pageParam, signal }) =>
      api.blockedNumbers.getList({ cursor: pageParam, ...(searchTerm && { searchTerm }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
