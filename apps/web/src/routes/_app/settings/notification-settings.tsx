import { createFileRoute } from '@tanstack/react-router'
import { NotificationSettingsScreen } from '../../../features/notifications/NotificationSettingsScreen.tsx'
import { notificationSettings } from '../../../features/notifications/queries.ts'

export const Route = createFileRoute('/_app/settings/notification-settings')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(notificationSettings)
  },
  component: NotificationSettingsScreen,
})
