import type { Message } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { PAYMENTS_KEY } from './keys.ts'

/** Refetches the payment requests and estimates on screen when one changes. */
export function paymentEvents(
  cache: QueryClient,
): RealtimeFeature<'payment.changed'> & { onMessage: (message: Message) => void } {
  let isStale = false
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    // The activities of contacts list what happened to their documents.
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('activities') })
  }
  return {
    handlers: {
      'payment.changed': () => {
        isStale = true
      },
    },
    /** A document says when the text that carried it did not arrive. */
    onMessage: ({ deliveryStatus }) => {
      if (deliveryStatus === 'failed' || deliveryStatus === 'undelivered') isStale = true
    },
    flush: () => {
      if (isStale) refetch()
      isStale = false
    },
    reload: refetch,
  }
}
