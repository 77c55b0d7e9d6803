import { DOCUMENT_KINDS } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { seesScope } from '../visibility/index.ts'
import { managedKinds } from './managed-kinds.ts'

/** A card about a payment request or an estimate was added to the conversation with its contact. */
export const paymentCardAdded = defineEvent('payment.card-added', { catchUp: 'message-created' })

/** A payment request or an estimate was added, sent, paid, refunded, cancelled or deleted. */
export const paymentChanged = defineEvent('payment.changed', {
  data: z.object({
    paymentID: z.uuid(),
    kind: z.enum(DOCUMENT_KINDS),
    locationID: z.uuid(),
    change: z.string(),
    /** The visit that it is for; null without one, absent in events of earlier versions. */
    bookingID: z.uuid().nullish(),
  }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => seesScope(actor, data.locationID) && managedKinds(actor).includes(data.kind))
      .map(({ id, at, data }) => ({ type: 'payment.changed', id, at, paymentID: data.paymentID })),
})
