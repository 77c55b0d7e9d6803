import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Numbers the carrier offers; refetched each time the dialog opens, because they sell quickly. */
export const availableNumbersQuery = (search: string) =>
  queryOptions({
    queryKey: ['available-numbers', search],
    queryFn: async ({ signal }) => (await api.phoneNumbers.searchAvailable({ search }, { signal })).data,
    retry: false,
    gcTime: 0,
  })
