import { explainDelivery } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { messageDeliveryChanged } from '../messages/events.ts'
import { endBrandDay } from './brand-limits.ts'

const END_BRAND_DAY = 'end-brand-day'

/** Any text may reach the limit, also a teammate's. */
export const brandLimitSubscription = subscribe(
  messageDeliveryChanged,
  ({ tenantId, messageId, data: { errorCode } }) =>
    messageId !== null && errorCode !== null && explainDelivery(errorCode).reason === 'brand-limit'
      ? [{ identifier: END_BRAND_DAY, payload: { tenantId, messageId }, jobKey: `end-brand-day:${tenantId}` }]
      : [],
)

/** Holds the rest of group messages until the next day, once T-Mobile has refused a text of the brand. */
export const endBrandDayJob = defineJob({
  name: END_BRAND_DAY,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, messageId }) =>
    inTenant({ tenantId }, (tx) => endBrandDay(tx, messageId)),
})
