import { createFileRoute } from '@tanstack/react-router'
import { DevicesScreen } from '../../../features/notifications/DevicesScreen.tsx'
import { notificationDevices } from '../../../features/notifications/queries.ts'

export const Route = createFileRoute('/_app/settings/devices')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(notificationDevices)
  },
  component: DevicesScreen,
})
