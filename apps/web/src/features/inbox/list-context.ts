import type { ListContext } from '@frontdesk/contract/rules'
import type { QueryClient } from '@tanstack/react-query'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, locationsQuery, useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { session } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'

export function useListContext(): ListContext {
  const locationId = useStore(chosenLocation)
  return { locationId, myUserId: useMe().userId, zone: listTimeZone(useLocations(), locationId) }
}

/** The same outside React, from what is cached so far. */
export function readListContext(cache: QueryClient): ListContext {
  const locationId = chosenLocation.get()
  const locations = cache.getQueryData(locationsQuery.queryKey) ?? []
  return { locationId, myUserId: session.current?.userId, zone: listTimeZone(locations, locationId) }
}
