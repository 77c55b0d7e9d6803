import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** A time that was held for someone who books by text was released, because they did not pay in time. */
export const bookingUnpaid = defineEvent('booking.unpaid', {
  data: z.object({ bookingID: z.uuid(), locationID: z.uuid() }),
  catchUp: { none: 'the booking has an event of its own' },
})
