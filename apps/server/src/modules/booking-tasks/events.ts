import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'

/** A task about a visit was added, done or reopened. Screens refetch the visit. */
export const bookingTaskChanged = defineEvent('booking-task.changed', {
  data: z.object({ bookingID: z.uuid(), locationID: z.uuid() }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at, data }) => ({ type: 'booking.changed', id, at, bookingID: data.bookingID })),
})
