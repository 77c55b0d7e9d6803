import type { QueryClient } from '@tanstack/react-query'
import { subscriptionQuery } from '../../entities/subscription/queries.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'

export function subscriptionEvents(cache: QueryClient): RealtimeFeature<'subscription.changed'> {
  const refetch = () => void cache.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
  return { handlers: { 'subscription.changed': refetch }, flush: () => undefined, reload: refetch }
}
