import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'

export const notificationKeys = {
  list: ['notifications', 'list'] as const,
  unread: ['notifications', 'unread'] as const,
  settings: ['notifications', 'settings'] as const,
  preferences: ['notifications', 'preferences'] as const,
  devices: ['notifications', 'devices'] as const,
}

export const notificationList = (isUnreadOnly: boolean, locationID: string | null) =>
  infiniteQueryOptions({
    queryKey: [...notificationKeys.list, { isUnreadOnly, locationID }],
    queryFn: async ({ pageParam, signal }) => {
      const { data, paging } = await api.notifications.getList(
        { isUnreadOnly, cursor: pageParam, ...(locationID && { locationIDs: [locationID] }) },
        { signal },
      )
      return { notifications: data.notifications, nextCursor: paging.nextCursor }
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const unreadNotifications = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: async () => (await api.notifications.getUnreadCount()).data.unreadCount,
})

export const notificationSettings = queryOptions({
  queryKey: notificationKeys.settings,
  queryFn: async () => (await api.notifications.getConfigs()).data.settings,
})

export const notificationPreferences = queryOptions({
  queryKey: notificationKeys.preferences,
  queryFn: async () => (await api.notifications.getPreferences()).data,
})

export const notificationDevices = queryOptions({
  queryKey: notificationKeys.devices,
  queryFn: async () => (await api.notifications.getDevices()).data,
})
