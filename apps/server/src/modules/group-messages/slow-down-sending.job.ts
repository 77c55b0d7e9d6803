import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { messageDeliveryChanged } from '../messages/events.ts'
import { readSendingSettings } from '../sending/index.ts'
import { slowDown } from './send-budget.ts'

const SLOW_DOWN_SENDING = 'slow-down-sending'

/** Throttles messages to many after any throttled text, also a teammate's. */
export const pushbackSubscription = subscribe(messageDeliveryChanged, ({ tenantId, data }) =>
  data.isPushback
    ? [{ identifier: SLOW_DOWN_SENDING, payload: { tenantId }, jobKey: `slow-down-sending:${tenantId}` }]
    : [],
)

/** Sends messages to many more slowly for a while. */
export const slowDownSending = defineJob({
  name: SLOW_DOWN_SENDING,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId }) =>
    inTenant({ tenantId }, async (tx) => slowDown(tx, await readSendingSettings(tx))),
})
