import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const phoneNumbersQuery = queryOptions({
  queryKey: ['phone-numbers'],
  queryFn: async () => (await api.phoneNumbers.getList()).data.phoneNumbers,
})
