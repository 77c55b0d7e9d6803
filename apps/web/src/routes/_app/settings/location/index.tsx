import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../../../entities/location/queries.ts'
import { LocationsScreen } from '../../../../features/locations/LocationsScreen.tsx'
import { locationOverviewQuery } from '../../../../features/locations/queries.ts'
import { toViewer } from '../../../../lib/session/session.ts'

export const Route = createFileRoute('/_app/settings/location/')({
  loader: ({ context }) => {
    const { current } = context.session
    if (!current || !can(toViewer(current), 'admin_manage_locations')) return
    void context.cache.prefetchQuery(locationsQuery)
    void context.cache.prefetchQuery(locationOverviewQuery)
  },
  component: LocationsScreen,
})
