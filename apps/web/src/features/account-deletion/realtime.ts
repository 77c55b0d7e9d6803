import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { deletionQuery, exportQuery } from './queries.ts'

export function accountEvents(cache: QueryClient): RealtimeFeature<'account.changed'> {
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: deletionQuery.queryKey })
    void cache.invalidateQueries({ queryKey: exportQuery.queryKey })
  }
  return { handlers: { 'account.changed': refetch }, flush: () => undefined, reload: refetch }
}
