import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { subscriptionQuery } from '../../lib/subscription.ts'

export function subscriptionEvents(cache: QueryClient): RealtimeFeature<'subscription.changed'> {
  const refetch = () => void cache.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
  return { handlers: { 'subscription.changed': refetch }, flush: () => undefined, reload: refetch }
}
