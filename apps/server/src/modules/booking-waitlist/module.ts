import { defineModule } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'
import { clearEntries, clearGaps } from './clear-waitlist.ts'
import * as events from './events.ts'
import { fillGaps } from './fill-gaps.job.ts'
import { moveEntries, moveWaitlist } from './followers.ts'
import { freedSubscription, openGap } from './open-gap.job.ts'
import { bookingWaitlistRoutes } from './routes.ts'
import { offerClosedSubscription, settleOffer } from './settle-offer.job.ts'

/** The waitlist: people who wait for a time, and the free times that are offered to them one by one. */
export const bookingWaitlistModule = defineModule({
  needs: BOOKING_NEEDS,
  routes: (api, services) => ({ bookingWaitlist: bookingWaitlistRoutes(api, services) }),
  jobs: [fillGaps, openGap, settleOffer],
  events,
  subscriptions: [freedSubscription, offerClosedSubscription],
  cleanups: [clearGaps, clearEntries],
  locationFollowers: [moveWaitlist],
  contactFollowers: [moveEntries],
})
