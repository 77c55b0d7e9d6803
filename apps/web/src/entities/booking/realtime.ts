import type { SettingSubject } from '@frontdesk/contract/rules'
import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { OPEN_TIMES_KEY } from '../booking-resource/queries.ts'
import { BOOKINGS_KEY } from './queries.ts'

/** Settings that free times depend on. */
const SETTINGS_OF_TIMES: readonly SettingSubject[] = ['booking-resources', 'booking-services', 'business-hours']

interface BookingEvents extends RealtimeFeature<'booking.changed'> {
  onSetting: (subject: SettingSubject) => void
}

/** Refetches the bookings, free times and open hours on screen when a booking or what they depend on changes. */
export function bookingEvents(cache: QueryClient): BookingEvents {
  let isStale = false
  let areHoursStale = false
  const refetch = () => void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
  return {
    handlers: {
      'booking.changed': () => {
        isStale = true
      },
    },
    onSetting: (subject) => {
      if (SETTINGS_OF_TIMES.includes(subject)) isStale = true
      if (subject === 'business-hours') areHoursStale = true
    },
    flush: () => {
      if (isStale) refetch()
      if (areHoursStale) void cache.invalidateQueries({ queryKey: OPEN_TIMES_KEY })
      isStale = false
      areHoursStale = false
    },
    reload: refetch,
  }
}
