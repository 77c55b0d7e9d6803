import type { Location } from '@frontdesk/contract/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { readerZone } from '../../lib/time.ts'

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async () => (await api.locations.getLocations()).locations,
})

const NONE: Location[] = []

export function useLocations(): Location[] {
  return useQuery(locationsQuery).data ?? NONE
}

export const fallbackTimeZone = readerZone

/** The time zone in which this location's times are shown. */
export function useTimeZone(locationId: string | undefined): string {
  return useLocations().find(({ id }) => id === locationId)?.timeZone ?? fallbackTimeZone
}

/** The zone of the days in filters: that of the chosen location; of several together, that of the first. */
export const listTimeZone = (locations: readonly Location[], locationId: string | null): string =>
  (locations.find(({ id }) => id === locationId) ?? locations[0])?.timeZone ?? fallbackTimeZone
