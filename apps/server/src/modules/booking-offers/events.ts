import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** Times were offered to a contact, first or in place of earlier ones. The message has its own event. */
export const bookingOfferShown = defineEvent('booking-offer.shown', {
  data: z.object({ offerID: z.uuid() }),
  catchUp: { none: 'the text in the thread shows it' },
})

/** An offer ended: a time was taken, or none. */
export const bookingOfferClosed = defineEvent('booking-offer.closed', {
  data: z.object({
    offerID: z.uuid(),
    state: z.enum(['accepted', 'declined', 'expired', 'replaced', 'handed-over']),
    waitlistEntryID: z.uuid().nullable(),
    locationID: z.uuid(),
  }),
  catchUp: { none: 'bookings and texts have events of their own' },
})
