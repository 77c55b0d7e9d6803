import type { Visit } from '@frontdesk/contract/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'

/**
 * Every rule that closes a time for a visit. Bookings that change refetch it, and so does coming back from changed
 * hours.
 */
export const explanationQuery = (visit: Visit & { contactID?: string }, startsOnUtc: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'explanation', visit, startsOnUtc],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.availability.explain({ ...visit, startsOnUtc }, { signal })).data,
    placeholderData: keepPreviousData,
  })
