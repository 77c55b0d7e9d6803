import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { BOOKINGS_KEY } from '../booking/queries.ts'

interface WaitlistQuery {
  locationIDs?: string[] | undefined
  contactID?: string | undefined
}

/** Waitlist entries, the first in line first. */
export const waitlistQuery = (query: WaitlistQuery) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'waitlist', query],
    queryFn: async ({ signal }) => (await api.bookingWaitlist.getList(query, { signal })).data.entries,
  })
