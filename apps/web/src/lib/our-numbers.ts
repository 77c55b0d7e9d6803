import type { PhoneNumber } from '@frontdesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export const ourNumbersQuery = queryOptions({
  queryKey: ['phone-numbers'],
  queryFn: async () => (await api.phoneNumbers.getList()).data.phoneNumbers,
})

const NONE: PhoneNumber[] = []

export function useOurNumbers(): PhoneNumber[] {
  return useQuery(ourNumbersQuery).data ?? NONE
}
