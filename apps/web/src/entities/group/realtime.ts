import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { GROUPS_KEY } from './queries.ts'

/** Texts change the outcomes and replies on screen; many arrive while a group message is being sent. */
const MESSAGES_EVERY_MS = 1500

interface GroupEvents extends RealtimeFeature<'group.changed' | 'group-message.changed' | 'campaign.changed'> {
  /** A text arrived, or its delivery changed. */
  onMessage: () => void
}

/** Refetches the groups, group messages and campaigns on screen when they, or texts in their counts, change. */
export function groupEvents(cache: QueryClient): GroupEvents {
  let isStale = false
  let isScheduled = false
  const refetch = () => void cache.invalidateQueries({ queryKey: GROUPS_KEY })
  const markStale = () => {
    isStale = true
  }
  return {
    handlers: { 'group.changed': markStale, 'group-message.changed': markStale, 'campaign.changed': markStale },
    onMessage: () => {
      if (isScheduled) return
      isScheduled = true
      setTimeout(() => {
        isScheduled = false
        refetch()
      }, MESSAGES_EVERY_MS)
    },
    flush: () => {
      if (isStale) refetch()
      isStale = false
    },
    reload: refetch,
  }
}
