import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'

/** An automation was added, changed, turned on or off, or deleted, or it ran. */
export const automationChanged = defineEvent('automation.changed', {
  data: z.object({ automationID: z.uuid(), locationID: z.uuid().nullable() }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at, data }) => ({ type: 'automation.changed', id, at, automationID: data.automationID })),
})
