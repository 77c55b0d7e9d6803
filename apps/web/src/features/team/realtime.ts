import type { QueryClient } from '@tanstack/react-query'
import { teammatesQuery } from '../../entities/teammate/queries.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { teamKeys } from './queries.ts'

/** The event holds nothing, because who may see what of a team differs: what is on screen is fetched anew. */
export function teamEvents(cache: QueryClient): RealtimeFeature<'team.changed'> & { connected: () => void } {
  const reload = () => {
    void cache.invalidateQueries({ queryKey: teamKeys.all })
    void cache.invalidateQueries({ queryKey: teammatesQuery.queryKey })
  }
  return { handlers: { 'team.changed': reload }, flush: () => undefined, reload, connected: reload }
}
