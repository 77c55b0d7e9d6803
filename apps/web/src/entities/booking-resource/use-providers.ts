import type { BookingResource, BookingService } from '@frontdesk/contract/api'
import { useBookingResources } from './queries.ts'

/** Resources that can provide a service at a location. */
export const useProviders = (
  service: Pick<BookingService, 'resourceIDs'> | undefined,
  locationID: string | undefined,
): BookingResource[] =>
  useBookingResources().filter(
    ({ id, isArchived, locationIDs }) =>
      !isArchived &&
      service?.resourceIDs.includes(id) &&
      (locationID === undefined || locationIDs.includes(locationID)),
  )
