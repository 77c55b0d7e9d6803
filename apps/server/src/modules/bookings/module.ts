import { defineModule } from '../../platform/module.ts'
import { BOOKING_NEEDS } from './deps.ts'
import * as events from './events.ts'
import { expireHold } from './expire-hold.job.ts'
import { mountBookings } from './export-bookings.ts'
import { moveBookings, moveBookingsToContact } from './move-bookings.ts'
import { replanReminders } from './replan-reminders.job.ts'
import { availabilityRoutes, bookingRoutes } from './routes.ts'

/** Bookings: visits of contacts, the free times for them, and the teammates, rooms and equipment they occupy. */
export const bookingsModule = defineModule({
  needs: BOOKING_NEEDS,
  routes: (api, services) => ({
    bookings: bookingRoutes(api, services),
    availability: availabilityRoutes(api, services),
  }),
  http: [mountBookings],
  jobs: [expireHold, replanReminders],
  events,
  locationFollowers: [moveBookings],
  contactFollowers: [moveBookingsToContact],
})
