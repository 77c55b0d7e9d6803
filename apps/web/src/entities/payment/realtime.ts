import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { PAYMENTS_KEY } from './queries.ts'

/** Refetches the payment requests and estimates on screen when one changes. */
export function paymentEvents(cache: QueryClient): RealtimeFeature<'payment.changed'> {
  let isStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
  return {
    handlers: {
      'payment.changed': () => {
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
