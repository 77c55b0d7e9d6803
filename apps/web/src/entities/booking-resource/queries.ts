import type { BookingResource } from '@frontdesk/contract/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

/** Teammates, rooms and equipment that bookings take, archived ones too. */
export const bookingResourcesQuery = queryOptions({
  queryKey: settingKey('booking-resources'),
  queryFn: async () => (await api.bookingResources.getList({ includesArchived: true })).data.resources,
})

/** When a resource can be booked. A key below that of the list, so that it is refetched with it. */
export const resourceAvailabilityQuery = (resourceID: string) =>
  queryOptions({
    queryKey: [...settingKey('booking-resources'), resourceID, 'hours'],
    queryFn: async ({ signal }) => (await api.bookingHours.get({ resourceID }, { signal })).data,
  })

/** Below that of the list, so that open times are refetched with the resources. */
export const OPEN_TIMES_KEY = [...settingKey('booking-resources'), 'open']

/** When the resources of a location can be booked there, on some days. */
export const openTimesQuery = (days: { locationID: string; from: string; days: number }) =>
  queryOptions({
    queryKey: [...OPEN_TIMES_KEY, days],
    queryFn: async ({ signal }) => (await api.availability.openTimes(days, { signal })).data.resources,
    placeholderData: keepPreviousData,
  })

const NONE: BookingResource[] = []

export const useBookingResources = (): BookingResource[] => useQuery(bookingResourcesQuery).data ?? NONE
