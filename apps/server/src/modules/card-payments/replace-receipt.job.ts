import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { messageDeliveryChanged } from '../messages/events.ts'
import { findPaymentRow } from './charge-rows.ts'
import type { CardDeps } from './deps.ts'
import { REPLACE_RECEIPT, replaceReceiptSpec } from './job-specs.ts'
import { mailPaymentText } from './send-payment-text.job.ts'

/** The carrier did not deliver a text, which may be a receipt, or a link to pay after a payment that failed. */
export const replaceUndeliveredReceipt = subscribe(messageDeliveryChanged, ({ tenantId, messageId, data }) =>
  messageId && (data.status === 'failed' || data.status === 'undelivered')
    ? [replaceReceiptSpec(tenantId, messageId)]
    : [],
)

/** Mails what did not arrive by text; without an email address the team is notified. Safe to run twice. */
export const replaceReceipt = defineJob({
  name: REPLACE_RECEIPT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
  run: (deps: CardDeps, { tenantId, messageId }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const charge = await tx
        .updateTable('paymentCharges')
        .set({ receiptMessageId: null })
        .where('tenantId', '=', tx.tenantId)
        .where('receiptMessageId', '=', messageId)
        .returning('paymentId')
        .executeTakeFirst()
      // Most texts are neither.
      const payment = charge && (await findPaymentRow(tx, charge.paymentId))
      if (!payment) return
      const kind = payment.state === 'succeeded' ? 'receipt' : 'retry'
      await mailPaymentText(deps, tx, { paymentId: payment.id, kind })
    }),
})
