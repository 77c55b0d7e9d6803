import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** A time held for a contact who books by text was released because it was not paid in time. */
export const bookingUnpaid = defineEvent('booking.unpaid', {
  data: z.object({ bookingID: z.uuid(), locationID: z.uuid() }),
  catchUp: { none: 'the booking has an event of its own' },
})

/** A contact for whom a time is held could not be texted that their card was declined. */
export const cardLinkFailed = defineEvent('booking.card-link-failed', {
  data: z.object({ bookingID: z.uuid(), contactID: z.uuid() }),
  catchUp: { none: 'the notification has an event of its own' },
})
