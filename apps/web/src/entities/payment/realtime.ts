import type { Message } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { PAYMENTS_KEY } from './keys.ts'

const STALE = [...PAYMENTS_KEY, 'activities']

/** Refetches the payment requests and estimates on screen when one changes. */
export function paymentEvents(
  cache: QueryClient,
): RealtimeFeature<'payment.changed'> & { onMessage: (message: Message) => void } {
  let isStale = false
  /**
   * Documents, what was paid for visits, and the activities of contacts, which list what happened to their documents.
   */
  const refetch = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => STALE.some((key) => queryKey.includes(key)) })
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
