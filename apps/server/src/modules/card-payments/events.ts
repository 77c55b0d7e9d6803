import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** A contact let the business keep a card, without a payment. */
export const cardKept = defineEvent('payment-card.kept', {
  data: z.object({ setupID: z.uuid() }),
  catchUp: { none: 'the booking that it is for changes with it' },
})
