import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { GROUPS_KEY } from './queries.ts'

/** Refetches the groups and group messages on screen when one changed, or a message to many progressed. */
export function groupEvents(cache: QueryClient): RealtimeFeature<'group.changed' | 'group-message.changed'> {
  let isStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: GROUPS_KEY })
  const markStale = () => {
    isStale = true
  }
  return {
    handlers: { 'group.changed': markStale, 'group-message.changed': markStale },
    flush: () => {
      if (isStale) refetch()
      isStale = false
    },
    reload: refetch,
  }
}
