import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

export const locationChanged = defineEvent('location.changed', {
  data: z.object({
    locationID: z.uuid(),
    change: z.enum(['added', 'changed', 'removed']),
    /** Set if the time zone changed. */
    previousTimeZone: z.string().nullish(),
  }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => actor.locationIds?.includes(data.locationID) ?? true)
      .map(({ id, at, data }) => ({ type: 'location.changed', id, at, locationID: data.locationID })),
})
