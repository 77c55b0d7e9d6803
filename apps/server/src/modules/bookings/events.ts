import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'
import { BOOKING_CHANGES, MAILED_CHANGES } from './booking-change.ts'

/** A booking was added, moved or changed. */
export const bookingChanged = defineEvent('booking.changed', {
  data: z.object({
    bookingID: z.uuid(),
    locationID: z.uuid(),
    change: z.enum(BOOKING_CHANGES),
    previousStartsAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at, data }) => ({ type: 'booking.changed', id, at, bookingID: data.bookingID })),
})

/** A contact is notified that their visit was booked, moved, canceled or declined. */
export const bookingAnnounced = defineEvent('booking.announced', {
  data: z.object({
    bookingID: z.uuid(),
    version: z.int(),
    state: z.enum(MAILED_CHANGES),
  }),
  catchUp: { none: 'only the contact is told' },
})

/** A card about a booking was added to the conversation with its contact. */
export const bookingCardAdded = defineEvent('booking.card-added', { catchUp: 'message-created' })
