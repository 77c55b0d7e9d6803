import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** The bank declined the card that a contact tried to leave on file. They may try another one. */
export const cardDeclined = defineEvent('payment-card.declined', {
  data: z.object({ setupID: z.uuid() }),
  catchUp: { none: 'the booking that it is for changes with it' },
})

/** A contact left a card on file without a payment. */
export const cardKept = defineEvent('payment-card.kept', {
  data: z.object({ setupID: z.uuid() }),
  catchUp: { none: 'the booking that it is for changes with it' },
})
