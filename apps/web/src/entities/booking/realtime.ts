import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { BOOKINGS_KEY } from './queries.ts'

/** Refetches the bookings and free times on screen when a booking changes. */
export function bookingEvents(cache: QueryClient): RealtimeFeature<'booking.changed'> & { onResources: () => void } {
  let isStale = false
  const markStale = () => {
    isStale = true
  }
  const refetch = () => void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
  return {
    handlers: { 'booking.changed': markStale },
    /** Hours or blocks changed. */
    onResources: markStale,
    flush: () => {
      if (isStale) refetch()
      isStale = false
    },
    reload: refetch,
  }
}
