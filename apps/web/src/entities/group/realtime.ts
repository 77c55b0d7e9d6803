import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { throttle } from '../../lib/throttle.ts'
import { GROUP_TRENDS_KEY, GROUPS_KEY } from './queries.ts'

/** Texts change the outcomes and replies on screen; many arrive while a group message is being sent. */
const MESSAGES_EVERY_MS = 1500
const TRENDS_EVERY_MS = 2000

interface GroupEvents extends RealtimeFeature<'group.changed' | 'group-message.changed' | 'campaign.changed'> {
  /** A text arrived, or its delivery changed. */
  onMessage: () => void
}

/** Refetches the groups, group messages and campaigns on screen when they, or texts in their counts, change. */
export function groupEvents(cache: QueryClient): GroupEvents {
  let isStale = false
  const refetchTrends = throttle(() => void cache.invalidateQueries({ queryKey: GROUP_TRENDS_KEY }), TRENDS_EVERY_MS)
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: GROUPS_KEY })
    refetchTrends()
  }
  const markStale = () => {
    isStale = true
  }
  return {
    handlers: { 'group.changed': markStale, 'group-message.changed': markStale, 'campaign.changed': markStale },
    onMessage: throttle(refetch, MESSAGES_EVERY_MS),
    flush: () => {
      if (isStale) refetch()
      isStale = false
    },
    reload: refetch,
  }
}
