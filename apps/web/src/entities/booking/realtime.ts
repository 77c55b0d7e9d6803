import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { BOOKINGS_KEY } from './queries.ts'

/** Refetches the bookings and free times on screen when a booking changes. */
export function bookingEvents(cache: QueryClient): RealtimeFeature<'booking.changed'> {
  let isStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
  return {
    handlers: {
      'booking.changed': () => {
        isStale = true
      },
    },
    flush: () => {
      if (isStale) refetch()
      isStale = false
    },
    reload: refetch,
  }
}
