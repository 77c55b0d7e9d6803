import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

/** The calendars of a teammate, a room or equipment, their conflicts, and the reader’s feeds. */
export const resourceCalendarsQuery = (resourceID: string) =>
  queryOptions({
    queryKey: [...settingKey('booking-calendars'), resourceID],
    queryFn: async ({ signal }) => (await api.bookingCalendars.getList({ resourceID }, { signal })).data,
  })

/** Key of all of them. */
export const CALENDARS_KEY = settingKey('booking-calendars')

/** The reader’s feeds. */
export const calendarFeedsQuery = queryOptions({
  queryKey: [...CALENDARS_KEY, 'feeds'],
  queryFn: async ({ signal }) => (await api.bookingCalendars.getFeeds(undefined, { signal })).data.feeds,
})
