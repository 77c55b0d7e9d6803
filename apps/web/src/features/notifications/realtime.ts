import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { notificationKeys } from './queries.ts'
import { closeAlerts } from './this-device.ts'

type Heard = 'notifications.changed' | 'notification-preferences.changed'

/** Notifications of the user on all their screens, and settings changed on another one. */
export function notificationEvents(cache: QueryClient): RealtimeFeature<Heard> & { connected: () => void } {
  let isListStale = false
  const reload = () => void cache.invalidateQueries({ queryKey: ['notifications'] })
  return {
    handlers: {
      'notifications.changed': ({ unreadCount, readSids }) => {
        cache.setQueryData(notificationKeys.unread, unreadCount)
        isListStale = true
        if (readSids.length > 0) void closeAlerts((tag) => readSids.includes(tag))
      },
      'notification-preferences.changed': () => {
        void cache.invalidateQueries({ queryKey: notificationKeys.settings })
        void cache.invalidateQueries({ queryKey: notificationKeys.preferences })
      },
    },
    flush: () => {
      if (!isListStale) return
      isListStale = false
      void cache.invalidateQueries({ queryKey: notificationKeys.list })
    },
    reload,
    connected: reload,
  }
}
