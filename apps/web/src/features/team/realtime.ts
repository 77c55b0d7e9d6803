import type { QueryClient } from '@tanstack/react-query'
import { teammatesQuery } from '../../entities/teammate/queries.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { teamKeys } from './queries.ts'

/** The event carries no data, because viewers see different parts of the team: what is on screen is refetched. */
export function teamEvents(cache: QueryClient): RealtimeFeature<'team.changed'> & { connected: () => void } {
  const reload = () => {
    void cache.invalidateQueries({ queryKey: teamKeys.all })
    void cache.invalidateQueries({ queryKey: teammatesQuery.queryKey })
  }
  return { handlers: { 'team.changed': reload }, flush: () => undefined, reload, connected: reload }
}
