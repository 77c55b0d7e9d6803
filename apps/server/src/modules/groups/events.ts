import { toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'

/** A group, its members or its notes changed, or it was deleted. */
export const groupChanged = defineEvent('group.changed', {
  data: z.object({ groupID: z.uuid(), locationID: z.uuid().nullable() }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at, data }) => ({ type: 'group.changed', id, at, groupSid: toSid('GC', data.groupID) })),
})
