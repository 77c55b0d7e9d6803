import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { AUTOMATIONS_KEY } from './queries.ts'

/** Refetches the automations on screen when a teammate changes one, and when they ran. */
export function automationEvents(cache: QueryClient): RealtimeFeature<'automation.changed'> {
  let isStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: AUTOMATIONS_KEY })
  return {
    handlers: {
      'automation.changed': () => {
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
