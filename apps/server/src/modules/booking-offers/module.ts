import { defineModule } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'
import { closeOffersIn } from './close-offer.ts'
import * as events from './events.ts'
import { expireOffer } from './expire-offer.job.ts'
import { leaveOfferToTeam, optOutSubscription, teammateSubscription } from './leave-to-team.job.ts'
import { moveOffers } from './move-offers.ts'
import { releaseUnpaidOffer, unpaidSubscription } from './release-unpaid.job.ts'
import { bookingOfferRoutes } from './routes.ts'

/** Offers of times by text: held for a contact until they choose one by its number. */
export const bookingOffersModule = defineModule({
  needs: BOOKING_NEEDS,
  offers: { closeBookingOffers: () => closeOffersIn },
  routes: (api, services) => ({ bookingOffers: bookingOfferRoutes(api, services) }),
  jobs: [expireOffer, leaveOfferToTeam, releaseUnpaidOffer],
  events,
  subscriptions: [optOutSubscription, teammateSubscription, unpaidSubscription],
  locationFollowers: [moveOffers],
})
