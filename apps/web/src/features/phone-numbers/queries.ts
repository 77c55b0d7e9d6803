import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const messagingAccountQuery = queryOptions({
  queryKey: ['messaging-account'],
  queryFn: async () => (await api.phoneNumbers.getMessagingAccount()).data,
})
