import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { messageDeliveryChanged } from '../messages/events.ts'
import { replyId } from '../messages/index.ts'
import { findPaymentRow } from './charge-rows.ts'
import type { CardDeps } from './deps.ts'
import { MAIL_UNDELIVERED_TEXT, mailUndeliveredTextSpec } from './job-specs.ts'
import { mailPaymentText, receiptSubject } from './send-payment-text.job.ts'

/** The carrier did not deliver a text, which may be a receipt or a link to retry a failed payment. */
export const undeliveredTextSubscription = subscribe(messageDeliveryChanged, ({ tenantId, messageId, data }) =>
  messageId && (data.status === 'failed' || data.status === 'undelivered')
    ? [mailUndeliveredTextSpec(tenantId, messageId)]
    : [],
)

/**
 * Emails a receipt or retry link whose text was not delivered. Without an email address, the team is notified. Safe to
 * run twice.
 */
export const mailUndeliveredText = defineJob({
  name: MAIL_UNDELIVERED_TEXT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
  run: (deps: CardDeps, { tenantId, messageId }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const charge = await tx
        .updateTable('paymentCharges')
        .set({ textMessageId: null })
        .where('tenantId', '=', tx.tenantId)
        .where('textMessageId', '=', messageId)
        .returning('paymentId')
        .executeTakeFirst()
      // Most texts are not about a charge.
      const payment = charge && (await findPaymentRow(tx, charge.paymentId))
      if (!payment) return
      // By the text, not by the state of the payment: one that failed may have succeeded since, on the provider’s page.
      const kind = messageId === replyId(receiptSubject(payment.id)) ? 'receipt' : 'retry'
      await mailPaymentText(deps, tx, { paymentId: payment.id, kind })
    }),
})
