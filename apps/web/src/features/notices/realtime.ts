import type { QueryClient } from '@tanstack/react-query'
import { noticesQuery, versionQuery } from '../../entities/notice/queries.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'

export function noticeEvents(cache: QueryClient): RealtimeFeature<'notices.changed'> {
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: noticesQuery.queryKey })
    void cache.invalidateQueries({ queryKey: versionQuery.queryKey })
  }
  return { handlers: { 'notices.changed': refetch }, flush: () => undefined, reload: refetch }
}
