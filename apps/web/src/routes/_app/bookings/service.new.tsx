import { can } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { sendingSettingsQuery } from '../../../entities/sending/queries.ts'
import { NewServiceScreen } from '../../../features/booking-services/ServiceScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../../lib/screen-permissions.ts'
import { toViewer } from '../../../lib/session/session.ts'

export const Route = createFileRoute('/_app/bookings/service/new')({
  loader: ({ context: { cache, session } }) => {
    if (!session.current || !can(toViewer(session.current), SCREEN_PERMISSIONS['/bookings/service/new'])) return
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(locationsQuery)
    void cache.prefetchQuery(sendingSettingsQuery)
  },
  component: NewService,
})

function NewService() {
  const navigate = useNavigate()
  return (
    <NewServiceScreen
      // It was just saved.
      onSaved={(serviceID) =>
        void navigate({
          to: '/bookings/service/$serviceID',
          params: { serviceID },
          replace: true,
          ignoreBlocker: true,
        })
      }
    />
  )
}
