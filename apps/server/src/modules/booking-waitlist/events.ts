import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'

/** Someone was added to the waitlist, offered a time, passed over, booked or removed. */
export const bookingWaitlistChanged = defineEvent('booking-waitlist.changed', {
  data: z.object({ entryID: z.uuid(), locationID: z.uuid() }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at }) => ({ type: 'booking.changed', id, at, bookingID: null })),
})
