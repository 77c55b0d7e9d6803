import { defineModule } from '../../platform/module.ts'
import { connectCalendar } from './connect-calendar.job.ts'
import { CALENDAR_NEEDS } from './deps.ts'
import { disconnectCalendar } from './disconnect-calendar.job.ts'
import { disconnectCalendarsOfMember, disconnectOnRemoval } from './disconnect-member.job.ts'
import * as events from './events.ts'
import { moveFeeds } from './move-feeds.ts'
import { bookingCalendarRoutes, mountCalendarFeeds } from './routes.ts'
import { syncCalendar, syncCalendars } from './sync-calendar.job.ts'
import { mountCalendarWebhooks } from './webhooks.ts'
import { writeCalendarEvents, writeOnBookingChange } from './write-calendar-events.job.ts'

/** Calendars of other services: when they are busy, bookings written into them, and feeds of bookings. */
export const bookingCalendarsModule = defineModule({
  needs: CALENDAR_NEEDS,
  routes: (api, services) => ({ bookingCalendars: bookingCalendarRoutes(api, services) }),
  http: [mountCalendarFeeds, mountCalendarWebhooks],
  jobs: [
    connectCalendar,
    disconnectCalendar,
    disconnectCalendarsOfMember,
    syncCalendar,
    syncCalendars,
    writeCalendarEvents,
  ],
  events,
  subscriptions: [writeOnBookingChange, disconnectOnRemoval],
  settings: ['booking-calendars'],
  locationFollowers: [moveFeeds],
})
