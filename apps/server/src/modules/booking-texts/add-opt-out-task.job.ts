import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { addBookingTask } from '../booking-tasks/index.ts'
import { lockVisitsOfContact } from '../bookings/index.ts'
import { messageReceived } from '../messages/events.ts'
import { lockInbound } from './inbound.ts'

const NAME = 'add-opt-out-task'
const DAY_MS = 24 * 60 * 60_000
/** How far ahead a visit may be for an opt-out to be about it. */
const AHEAD_DAYS = 60

/** Opt-outs by a word or a sentence; those of blocked numbers too, as they may have a visit. */
export const optOutSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) =>
  data.keyword === 'stop' && messageId
    ? [{ identifier: NAME, payload: { tenantId, messageId }, jobKey: `${NAME}:${messageId}` }]
    : [],
)

/**
 * Adds a task for a contact who opts out before a visit: CANCEL ends all texts, as carriers demand, but may be meant
 * for the visit, which stays. A job, so that receiving the text costs nothing more.
 */
export const addOptOutTask = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, messageId }) =>
    inTenant({ tenantId }, async (tx) => {
      const inbound = await lockInbound(tx, messageId)
      if (!inbound) return
      const from = tx.now()
      const period = { from, until: shift(from, AHEAD_DAYS * DAY_MS) }
      const visits = await lockVisitsOfContact(tx, inbound.conversation.contactId, period)
      const next = visits.find(({ startsAt }) => isAfter(startsAt, from))
      if (!next) return
      await addBookingTask(tx, { bookingId: next.id, kind: 'opted-out', reason: 'opted-out', cause: messageId })
    }),
})
