import { createFileRoute } from '@tanstack/react-router'
import { LocationsScreen } from '../../../../features/locations/LocationsScreen.tsx'
import { locationOverviewQuery } from '../../../../features/locations/queries.ts'
import { locationsQuery } from '../../../../lib/locations.ts'

export const Route = createFileRoute('/_app/settings/location/')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(locationsQuery)
    void context.cache.prefetchQuery(locationOverviewQuery)
  },
  component: LocationsScreen,
})
