import type { ContactListContext } from '@frontdesk/contract/rules'
import type { QueryClient } from '@tanstack/react-query'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, locationsQuery, useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'

export function useContactListContext(): ContactListContext {
  const locationId = useStore(chosenLocation)
  return { locationId, zone: listTimeZone(useLocations(), locationId) }
}

/** The same outside React, from what is cached so far. */
export function readContactListContext(cache: QueryClient): ContactListContext {
  const locationId = chosenLocation.get()
  return { locationId, zone: listTimeZone(cache.getQueryData(locationsQuery.queryKey) ?? [], locationId) }
}
