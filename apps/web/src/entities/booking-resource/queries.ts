import type { BookingResource } from '@frontdesk/contract/api'
import { CALENDAR_DAYS_MAX } from '@frontdesk/contract/rules'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
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

/** The blocks of a resource in the weeks ahead that one request covers. */
export const resourceBlocksQuery = (resourceID: string) =>
  queryOptions({
    queryKey: [...settingKey('booking-resources'), resourceID, 'blocks'],
    queryFn: async ({ signal }) => {
      const now = Temporal.Instant.from(serverInstant())
      const { data } = await api.bookings.getCalendar(
        {
          startDateTimeUTC: now.toString(),
          endDateTimeUTC: now.add({ hours: 24 * CALENDAR_DAYS_MAX }).toString(),
          resourceIDs: [resourceID],
        },
        { signal },
      )
      return data.blocks
    },
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
