import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { throttle } from '../../lib/throttle.ts'
import { CONTACT_TRENDS_KEY, CONTACTS_KEY } from './queries.ts'

const TRENDS_EVERY_MS = 2000

/** Refetches the lists of contacts on screen when a contact was added, changed or deleted. */
export function contactEvents(cache: QueryClient): RealtimeFeature<'contact.changed'> {
  let isStale = false
  const refetchTrends = throttle(() => void cache.invalidateQueries({ queryKey: CONTACT_TRENDS_KEY }), TRENDS_EVERY_MS)
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: CONTACTS_KEY })
    refetchTrends()
  }
  return {
    handlers: {
      'contact.changed': () => {
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
