import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { securityQuery } from './queries.ts'

/** The email was confirmed or changed, maybe in another tab or on the phone. */
export function loginEvents(cache: QueryClient, refreshViewer: () => Promise<void>): RealtimeFeature<'login.changed'> {
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: securityQuery.queryKey })
    void refreshViewer()
  }
  return { handlers: { 'login.changed': refetch }, flush: () => undefined, reload: refetch }
}
