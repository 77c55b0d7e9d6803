import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { phoneNumbersQuery } from '../phone-number/queries.ts'
import { locationsQuery } from './queries.ts'

/** Screens that a changed location affects: all that name one, and the lists that are narrowed to one. */
export function locationEvents(cache: QueryClient): RealtimeFeature<'location.changed'> {
  let isStale = false
  const readAgain = () => {
    for (const queryKey of [locationsQuery.queryKey, phoneNumbersQuery.queryKey, ['conversations']]) {
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
