import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'

/** A campaign was added, changed, scheduled, sent or deleted. */
export const campaignChanged = defineEvent('campaign.changed', {
  data: z.object({ campaignID: z.uuid(), locationID: z.uuid().nullable() }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID))
      .map(({ id, at, data }) => ({ type: 'campaign.changed', id, at, campaignID: data.campaignID })),
})
