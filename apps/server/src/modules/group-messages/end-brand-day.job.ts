import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { messageDeliveryChanged } from '../messages/events.ts'
import { endBrandDay } from './brand-limits.ts'

const END_BRAND_DAY = 'end-brand-day'

/** Any text may reach the limit, also a teammate's. One job per number, because numbers may be of different brands. */
export const brandLimitSubscription = subscribe(
  messageDeliveryChanged,
  ({ tenantId, messageId, data: { brandLimitPhone } }) =>
    messageId !== null && brandLimitPhone !== undefined
      ? [
          {
            identifier: END_BRAND_DAY,
            payload: { tenantId, messageId },
            jobKey: `end-brand-day:${tenantId}:${brandLimitPhone}`,
          },
        ]
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
