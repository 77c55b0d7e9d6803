import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { EVENT_SUBJECTS } from './payment-provider.ts'

/** Our copy of the account at the payment provider changed. Screens reload it, as they do a setting. */
export const paymentAccountChanged = defineEvent('payment-account.changed', {
  catchUp: (events) => events.map(({ id, at }) => ({ type: 'setting.changed', id, at, subject: 'payments' })),
})

/** The bank did not take a payout. */
export const payoutFailed = defineEvent('payout.failed', {
  data: z.object({ payoutID: z.uuid(), amount: z.int(), currency: z.string(), reason: z.string() }),
  catchUp: { none: 'payment-account.changed is recorded with it' },
})

/** An event of the provider named an object, which is to be read again. */
export const paymentObjectReported = defineEvent('payment-object.reported', {
  data: z.object({ kind: z.enum(EVENT_SUBJECTS), objectID: z.string() }),
  catchUp: { none: 'the change is recorded when the object was read' },
})
