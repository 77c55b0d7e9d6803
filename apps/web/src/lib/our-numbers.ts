import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const ourNumbersQuery = queryOptions({
  queryKey: ['phone-numbers'],
  queryFn: async () => (await api.phoneNumbers.getList()).data.phoneNumbers,
})
