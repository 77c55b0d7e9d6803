import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { messageDeliveryChanged } from '../messages/events.ts'
import { readSendingSettings } from '../sending/index.ts'
import { throttle } from './send-budget.ts'

const THROTTLE_SENDING = 'throttle-sending'

/** Throttles group messages after any throttled text of the number, also a teammate's. */
export const throttleSubscription = subscribe(messageDeliveryChanged, ({ tenantId, data: { throttledPhone } }) =>
  throttledPhone === undefined
    ? []
    : [
        {
          identifier: THROTTLE_SENDING,
          payload: { tenantId, tenantPhone: throttledPhone },
          jobKey: `throttle-sending:${tenantId}:${throttledPhone}`,
        },
      ],
)

/** Sends group messages from a number more slowly for a while. */
export const throttleSending = defineJob({
  name: THROTTLE_SENDING,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), tenantPhone: z.string() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, tenantPhone }) =>
    inTenant({ tenantId }, async (tx) => throttle(tx, await readSendingSettings(tx), tenantPhone)),
})
