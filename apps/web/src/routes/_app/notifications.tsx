import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { NotificationsScreen } from '../../features/notifications/NotificationsScreen.tsx'
import { notificationList } from '../../features/notifications/queries.ts'

interface Search {
  show?: 'unread'
}

export const Route = createFileRoute('/_app/notifications')({
  validateSearch: ({ show }): Search => (show === 'unread' ? { show } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.cache.prefetchInfiniteQuery(notificationList(deps.show === 'unread', chosenLocation.get()))
  },
  component: Notifications,
})

function Notifications() {
  const { show } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <NotificationsScreen
      isUnreadOnly={show === 'unread'}
      onFilter={(isUnreadOnly) =>
        navigate({ to: '/notifications', search: isUnreadOnly ? { show: 'unread' } : {}, replace: true })
      }
    />
  )
}
