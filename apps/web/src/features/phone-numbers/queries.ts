import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the carrier offers now; asked again when the dialog opens again, as numbers go fast. */
export const availableNumbersQuery = (search: string) =>
  queryOptions({
    queryKey: ['available-numbers', search],
    queryFn: async ({ signal }) => (await api.phoneNumbers.searchAvailable({ search }, { signal })).data,
    retry: false,
    gcTime: 0,
  })

export const messagingAccountQuery = queryOptions({
  queryKey: ['messaging-account'],
  queryFn: async () => (await api.phoneNumbers.getMessagingAccount()).data,
})
