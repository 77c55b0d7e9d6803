import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { CONTACTS_KEY } from './queries.ts'

/** Refetches the lists of contacts on screen when a contact was added, changed or deleted. */
export function contactEvents(cache: QueryClient): RealtimeFeature<'contact.changed'> {
  let isStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: CONTACTS_KEY })
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
