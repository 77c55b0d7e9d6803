import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { consentReviewsQuery } from './queries.ts'

/** Refetches the texts that await a decision when one arrived or was decided about. */
export function consentEvents(cache: QueryClient): RealtimeFeature<'consent-review.changed'> {
  let isStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: consentReviewsQuery.queryKey })
  return {
    handlers: {
      'consent-review.changed': () => {
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
