import type { BookingService } from '@frontdesk/contract/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

/** All services in their order, archived ones too: bookings of them stay. */
export const bookingServicesQuery = queryOptions({
  queryKey: settingKey('booking-services'),
  queryFn: async () => (await api.bookingServices.getList({ includesArchived: true })).data.services,
})

/** A key below that of the list, so that it is refetched with it. */
export const bookingServiceById = (id: string) =>
  queryOptions({
    queryKey: [...settingKey('booking-services'), id],
    queryFn: async ({ signal }) => (await api.bookingServices.get({ id }, { signal })).data,
  })

const NONE: BookingService[] = []

export const useBookingServices = (): BookingService[] => useQuery(bookingServicesQuery).data ?? NONE

/** The services that can be booked, each with those of its follow-on services that can. */
export function bookableServices(services: readonly BookingService[]): BookingService[] {
  const present = services.filter(({ isArchived }) => !isArchived)
  const ids = new Set(present.map(({ id }) => id))
  return present.map((service) => ({
    ...service,
    followOns: service.followOns.filter(({ serviceID }) => ids.has(serviceID)),
  }))
}

/** Whether a service is offered at a location: one without locations is offered at all. */
export const isOfferedAt = ({ locationIDs }: Pick<BookingService, 'locationIDs'>, locationID: string): boolean =>
  locationIDs.length === 0 || locationIDs.includes(locationID)
