import {
  cardText,
  formatMoney,
  isOpenStage,
  localeOf,
  PAGE_LANGUAGES,
  type PaymentActivityKind,
} from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findThreadOfContact, findVisit } from '../bookings/index.ts'
import { queueMail, renderEmail } from '../mail/index.ts'
import { findBusinessName, findTextId, sendAutomaticMessage } from '../messages/index.ts'
import {
  changeDocument,
  type DocumentRow,
  documentPath,
  dueAmountOf,
  findContactOf,
  findDocumentById,
  lockDocumentById,
  PAYMENTS_AUTHOR,
  retrySubject,
} from '../payment-documents/index.ts'
import { findCharge, findPaymentRow, setCharge } from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { SEND_PAYMENT_TEXT } from './job-specs.ts'
import { syncCheckouts } from './sync-object.job.ts'
import { PAYMENT_TEXTS } from './texts.ts'

interface Which {
  paymentId: string
  kind: 'receipt' | 'retry'
}

/**
 * Sends the receipt of a card on file, or the link to pay after a payment that failed, which a document brings once. If
 * the contact cannot be texted, it is mailed.
 */
export const sendPaymentText = defineJob({
  name: SEND_PAYMENT_TEXT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid(), kind: z.enum(['receipt', 'retry']) }),
  run: async (deps: CardDeps, { tenantId, ...which }) => {
    const scope = { tenantId }
    const payment = await deps.inTenant(scope, (tx) => findPaymentRow(tx, which.paymentId))
    if (payment && which.kind === 'retry') await syncCheckouts(deps, scope, payment.documentId)
    await deps.inTenant(scope, async (tx) => {
      // A payment that is applied in this moment waits, and then withdraws the text.
      if (payment && which.kind === 'retry') await lockDocumentById(tx, payment.documentId)
      const text = await writePaymentText(deps, tx, which)
      if (!text) return
      const { document, subject, body } = text
      const id = await findTextId(tx, subject)
      if (!(await sendText(deps, tx, document, { id, body }))) return mailPaymentText(deps, tx, which)
      await setCharge(tx, which.paymentId, { textMessageId: id })
    })
  },
})

/** Emails a receipt or retry link that could not be texted. Without an email address, the team is notified, once. */
export async function mailPaymentText(deps: CardDeps, tx: TenantTx, which: Which): Promise<void> {
  const text = await writePaymentText(deps, tx, which)
  if (!text) return
  const { document, contact, subject, texts, facts, language } = text
  if (!contact.email) {
    const locked = await lockDocumentById(tx, document.id)
    const { kind, cause } = REPORTS[which.kind]
    if (locked && !(await isReported(tx, document.id, { kind, cause })))
      await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, locked, { activity: { kind } })
    return
  }
  const heading = texts[`${which.kind}Subject`](facts)
  await queueMail(tx, {
    to: contact.email,
    mail: renderEmail({
      ...{ language, subject: heading, heading, lines: [texts[which.kind]({ ...facts, link: '' }).trim()] },
      ...{ action: { label: texts.open, url: facts.link }, linkHint: texts.linkHint, sender: facts.business },
    }),
    dedupeKey: `payment ${subject}`,
    at: tx.now(),
  })
}

interface Report {
  kind: PaymentActivityKind
  /** The activity that the receipt or link is about. */
  cause: PaymentActivityKind
}

const REPORTS: Record<Which['kind'], Report> = {
  receipt: { kind: 'receipt-failed', cause: 'paid' },
  retry: { kind: 'link-failed', cause: 'failed' },
}

/** Whether the timeline has the report since its last cause, from an earlier run. */
async function isReported(tx: TenantTx, documentId: string, { kind, cause }: Report): Promise<boolean> {
  const last = await tx
    .selectFrom('paymentActivities')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', documentId)
    .where('kind', 'in', [kind, cause])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select('kind')
    .executeTakeFirst()
  return last?.kind === kind
}

export const receiptSubject = (paymentId: string): string => `receipt ${paymentId}`

/** The text for the contact; undefined if it no longer applies. */
async function writePaymentText(deps: CardDeps, tx: TenantTx, { paymentId, kind }: Which) {
  const payment = await findPaymentRow(tx, paymentId)
  const document = payment && (await findDocumentById(tx, payment.documentId))
  if (!document || (kind === 'receipt' ? payment.state !== 'succeeded' : !isUnpaid(document))) return undefined
  // A contact for whom a time is held until it is paid is texted sooner.
  if (kind === 'retry' && (await isForHeldTime(tx, document))) return undefined
  const contact = await findContactOf(tx, document)
  if (!contact) return undefined
  const charge = await findCharge(tx, paymentId)
  const language = PAGE_LANGUAGES.find((each) => each === contact.language) ?? 'en'
  const texts = PAYMENT_TEXTS[language]
  const facts = {
    business: await findBusinessName(tx),
    amount: formatMoney(Number(payment.amount) + Number(payment.tipAmount), document.currency, localeOf(language)),
    card: cardText({ brand: charge?.brand ?? null, last4: charge?.last4 ?? null }),
    number: document.invoiceNumber,
    link: deps.publicUrl() + documentPath(deps.secrets, tx, document),
  }
  const subject = kind === 'receipt' ? receiptSubject(paymentId) : retrySubject(document.id)
  return { document, contact, language, texts, facts, subject, body: texts[kind](facts) }
}

/** A request without an invoice number can only be paid on the booking page, while the time is held. */
const isUnpaid = (document: DocumentRow): boolean =>
  document.numberValue !== '0' &&
  document.hasFailed &&
  !document.isProcessing &&
  isOpenStage(document.stage) &&
  dueAmountOf(document) > 0

const isForHeldTime = async (tx: TenantTx, { bookingId }: DocumentRow): Promise<boolean> =>
  bookingId !== null && (await findVisit(tx, bookingId))?.status === 'held'

/** Whether the text was sent, now or by an earlier run. */
async function sendText(
  deps: CardDeps,
  tx: TenantTx,
  { contactId, locationId }: DocumentRow,
  { id, body }: { id: string; body: string },
): Promise<boolean> {
  const conversation = await findThreadOfContact(tx, contactId, locationId)
  if (!conversation) return false
  await sendAutomaticMessage(deps, tx, { conversation, id, body, cause: 'payment', authorName: PAYMENTS_AUTHOR })
  const sent = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return sent !== undefined
}
