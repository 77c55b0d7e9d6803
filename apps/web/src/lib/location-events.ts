import type { QueryClient } from '@tanstack/react-query'
import { locationsQuery } from './locations.ts'
import { ourNumbersQuery } from './our-numbers.ts'
import type { RealtimeFeature } from './realtime/event-handlers.ts'

/** Which screens a changed location concerns: all that name one, and the lists that are narrowed to one. */
export function locationEvents(cache: QueryClient): RealtimeFeature<'location.changed'> {
  let isStale = false
  const readAgain = () => {
    for (const queryKey of [locationsQuery.queryKey, ourNumbersQuery.queryKey, ['conversations']]) {
      void cache.invalidateQueries({ queryKey })
    }
  }
  return {
    handlers: {
      'location.changed': () => {
        isStale = true
      },
    },
    flush: () => {
      if (isStale) readAgain()
      isStale = false
    },
    reload: readAgain,
  }
}
