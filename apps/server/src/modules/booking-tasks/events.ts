import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'

/** Something is to be done about a visit, or was done. Screens refetch what shows the visit. */
export const bookingTaskChanged = defineEvent('booking-task.changed', {
  data: z.object({ bookingID: z.uuid(), locationID: z.uuid() }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at, data }) => ({ type: 'booking.changed', id, at, bookingID: data.bookingID })),
})
