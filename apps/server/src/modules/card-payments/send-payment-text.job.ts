import { cardText, formatMoney, isOpenStage, PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findThreadOfContact } from '../bookings/index.ts'
import { queueMail, renderEmail } from '../mail/index.ts'
import { findBusinessName, replyId, sendAutomaticMessage } from '../messages/index.ts'
import {
  type DocumentRow,
  documentPath,
  dueAmountOf,
  findContactOf,
  findDocumentById,
} from '../payment-documents/index.ts'
import { findCharge, findPaymentRow } from './charge-rows.ts'
import type { CardDeps } from './deps.ts'
import { SEND_PAYMENT_TEXT } from './job-specs.ts'
import { PAYMENT_TEXTS } from './texts.ts'

const AUTHOR = 'Payments'

/**
 * Sends the receipt of a card on file, or the link to pay after a payment that failed, which a document brings once. If the
 * contact cannot be texted, it is mailed.
 */
export const sendPaymentText = defineJob({
  name: SEND_PAYMENT_TEXT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid(), kind: z.enum(['receipt', 'retry']) }),
  run: (deps: CardDeps, { tenantId, paymentId, kind }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const payment = await findPaymentRow(tx, paymentId)
      const document = payment && (await findDocumentById(tx, payment.documentId))
      if (!document || (kind === 'receipt' ? payment.state !== 'succeeded' : !isUnpaid(document))) return
      const contact = await findContactOf(tx, document)
      if (!contact) return
      const charge = await findCharge(tx, paymentId)
      const language = PAGE_LANGUAGES.find((each) => each === contact.language) ?? 'en'
      const texts = PAYMENT_TEXTS[language]
      const link = deps.publicUrl() + documentPath(deps.secrets, tx, document)
      const facts = {
        business: await findBusinessName(tx),
        amount: formatMoney(Number(payment.amount) + Number(payment.tipAmount), document.currency, language),
        card: cardText({ brand: charge?.brand ?? null, last4: charge?.last4 ?? null }),
        number: document.invoiceNumber,
        link,
      }
      const subject = kind === 'receipt' ? `receipt ${paymentId}` : `retry ${document.id}`
      if (await sendText(deps, tx, document, { id: replyId(subject), body: texts[kind](facts) })) return
      if (!contact.email) return
      const heading = texts[`${kind}Subject`](facts)
      await queueMail(tx, {
        to: contact.email,
        mail: renderEmail({
          ...{ language, subject: heading, heading, lines: [texts[kind]({ ...facts, link: '' }).trim()] },
          ...{ action: { label: texts.open, url: link }, linkHint: texts.linkHint, sender: facts.business },
        }),
        attachedDocumentId: document.id,
        dedupeKey: `payment ${subject}`,
        at: tx.now(),
      })
    }),
})

const isUnpaid = (document: DocumentRow): boolean =>
  document.hasFailed && !document.isProcessing && isOpenStage(document.stage) && dueAmountOf(document) > 0

/** Whether the text was sent, now or by an earlier run. */
async function sendText(
  deps: CardDeps,
  tx: TenantTx,
  { contactId, locationId }: DocumentRow,
  { id, body }: { id: string; body: string },
): Promise<boolean> {
  const conversation = await findThreadOfContact(tx, contactId, locationId)
  if (!conversation) return false
  await sendAutomaticMessage(deps, tx, { conversation, id, body, cause: 'payment', authorName: AUTHOR })
  const sent = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return sent !== undefined
}
