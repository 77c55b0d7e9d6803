import { cardText, feeEntries, formatMoney, paymentEntries, paymentFailure } from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { RemotePayment, RemoteTransaction } from '../payment-accounts/index.ts'
import {
  announcePayment,
  changeDocument,
  type DocumentRow,
  dueAmountOf,
  lockDocumentById,
} from '../payment-documents/index.ts'
import { linkTransaction } from '../payments-ledger/index.ts'
import { insertCard } from './card-rows.ts'
import {
  type ChargeRow,
  findPaymentRow,
  hasUnsettled,
  isUuid,
  type PaymentRow,
  setCharge,
  setPayment,
} from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { sendPaymentTextSpec } from './job-specs.ts'
import { type CheckoutRow, setState } from './start-checkout.ts'

/** Time to try another card on the provider’s page. */
const RETRY_DELAY_MS = 30 * 60_000

export type Applied = 'nothing' | 'processing' | 'failed' | 'paid'

/**
 * Applies what the provider says about a payment. It is read as it is now, so it does not matter how often, in which
 * order or how late that happens; only a payment that was not posted yet is posted.
 */
export async function applyPayment(deps: CardDeps, tx: TenantTx, remote: RemotePayment): Promise<Applied> {
  const { tenantId, rowId } = remote.reference
  // Made in the provider’s dashboard, or by another installation.
  if (tenantId !== tx.tenantId || !isUuid(rowId)) return 'nothing'
  const checkout = await findCheckout(tx, rowId)
  const documentId = checkout?.documentId ?? (await findPaymentRow(tx, rowId))?.documentId
  const document = documentId && (await lockDocumentById(tx, documentId))
  if (!document) return 'nothing'
  // Read under the lock of the document.
  const payment = await findPaymentRow(tx, rowId)
  if (payment?.state === 'succeeded' || remote.state === 'waiting') return 'nothing'
  const hasMoney = remote.state === 'succeeded' || remote.state === 'processing'
  if (hasMoney && isForeign(document, remote)) {
    await applyForeign(tx, document, payment, remote)
    return 'nothing'
  }
  const id = payment?.id ?? (await insertPayment(tx, document, rowId, { checkout, remote }))
  const { intentId, chargeId, brand, last4 } = remote
  const accountId = checkout?.accountId
  const settled = remote.state === 'succeeded' ? remote.transaction : null
  const charge = await setCharge(tx, id, {
    ...{ intentId, chargeId, brand, last4, ...(accountId && { accountId }) },
    ...(settled && { transactionId: settled.id, feeAmount: settled.feeAmount, failureCode: null, failureReason: null }),
  })
  const context: Context = { document, id, payment, checkout, remote, charge }
  switch (remote.state) {
    case 'succeeded':
      if (settled) return applySuccess(deps, tx, context, settled)
      return applyProcessing(deps, tx, context)
    case 'processing':
      return applyProcessing(deps, tx, context)
    case 'failed':
      return applyFailure(deps, tx, context)
    case 'cancelled':
      if (payment?.state === 'cancelled') return 'nothing'
      await setPayment(tx, id, { state: 'cancelled' })
      // A page that ended after the money had come otherwise is no failure.
      if (dueAmountOf(document) === 0 && !document.isProcessing) return 'nothing'
      await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
        activity: { kind: 'failed', amount: remote.amount, method: remote.method },
        attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: true },
      })
      return 'failed'
  }
}

/** Paid or settled in another currency than the document has, such as after a change in the provider’s dashboard. */
const isForeign = ({ currency }: DocumentRow, { currency: paidIn, transaction }: RemotePayment): boolean =>
  paidIn !== currency || (transaction !== null && transaction.currency !== currency)

/**
 * Notifies the team of money that cannot be posted, once. The nightly comparison lists it until it is refunded. A
 * charge of a kept card ends with it, so that the request can be paid.
 */
async function applyForeign(
  tx: TenantTx,
  document: DocumentRow,
  payment: PaymentRow | undefined,
  { state, amount, currency, intentId, chargeId }: RemotePayment,
): Promise<void> {
  if (payment) await setCharge(tx, payment.id, { intentId, chargeId })
  if (state === 'processing') return
  if (payment) await setPayment(tx, payment.id, { state: 'cancelled' })
  const note = `${formatMoney(amount, currency, 'en')} (${intentId})`
  const reported = await tx
    .selectFrom('paymentActivities')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', document.id)
    .where('kind', '=', 'currency-differs')
    .where('note', '=', note)
    .select('id')
    .executeTakeFirst()
  if (!reported)
    await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
      activity: { kind: 'currency-differs', note },
      attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: document.hasFailed },
    })
}

interface Context {
  document: DocumentRow
  id: string
  payment: PaymentRow | undefined
  checkout: CheckoutRow | undefined
  remote: RemotePayment
  charge: ChargeRow
}

const findCheckout = (tx: TenantTx, id: string): Promise<CheckoutRow | undefined> =>
  tx
    .selectFrom('paymentCheckouts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

async function insertPayment(
  tx: TenantTx,
  { id: documentId, currency }: DocumentRow,
  id: string,
  { checkout, remote }: Pick<Context, 'checkout' | 'remote'>,
): Promise<string> {
  const tipAmount = Number(checkout?.tipAmount ?? 0)
  await tx
    .insertInto('payments')
    .values({
      ...{ tenantId: tx.tenantId, id, clientPaymentId: id, documentId, method: remote.method, state: 'processing' },
      ...{ amount: remote.amount - tipAmount, tipAmount, currency, note: '', createdAt: tx.now() },
    })
    .execute()
  return id
}

const authorOf = ({ payment }: Context) => ({ userId: payment?.recordedByUserId ?? null, displayName: '' })

async function applyProcessing(deps: CardDeps, tx: TenantTx, context: Context): Promise<Applied> {
  const { document, id, payment, remote } = context
  if (payment?.state === 'processing' && document.isProcessing) return 'processing'
  await setPayment(tx, id, { state: 'processing', method: remote.method })
  const after = await changeDocument(tx, authorOf(context), document, {
    activity: { kind: 'processing', amount: remote.amount, method: remote.method, note: cardText(remote) },
    attempts: { isProcessing: true, hasFailed: false },
  })
  await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind: 'processing', amount: remote.amount })
  return 'processing'
}

/** Screens have words of their own for the codes that are known. */
const failureNote = (card: string, failure: RemotePayment['failure']): string =>
  [card, paymentFailure(failure?.code ?? null) ? '' : failure?.reason].filter(Boolean).join(': ')

async function applyFailure(deps: CardDeps, tx: TenantTx, context: Context): Promise<Applied> {
  const { document, id, payment, remote, charge } = context
  const { failure } = remote
  const isKnown = failure !== null && charge.failedAttempt === failure.attempt
  if (isKnown && payment?.state === 'failed') return 'nothing'
  await setPayment(tx, id, { state: 'failed', method: remote.method })
  await setCharge(tx, id, {
    failureCode: failure?.code ?? null,
    failureReason: failure?.reason ?? null,
    failedAttempt: failure?.attempt ?? null,
  })
  const after = await changeDocument(tx, authorOf(context), document, {
    activity: {
      ...{ kind: 'failed', amount: remote.amount, method: remote.method },
      failureCode: failure?.code ?? null,
      note: failureNote(cardText(remote), failure),
    },
    attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: true },
  })
  // It was announced, and read as processing by a job that was slower.
  if (isKnown) return 'failed'
  await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind: 'failed', amount: remote.amount })
  // On the provider’s page they can try again at once; without them, they learn of it now.
  const runAt = charge.cardId ? undefined : shift(tx.now(), RETRY_DELAY_MS)
  await enqueue(tx, sendPaymentTextSpec(tx.tenantId, { paymentId: id, kind: 'retry', ...(runAt && { runAt }) }))
  return 'failed'
}

async function applySuccess(
  deps: CardDeps,
  tx: TenantTx,
  context: Context,
  transaction: RemoteTransaction,
): Promise<Applied> {
  const { document, id, payment, checkout, remote, charge } = context
  const dueAmount = dueAmountOf(document)
  // Nothing was due any more: the whole payment becomes credit, which can be refunded.
  const tipAmount = dueAmount > 0 ? Number(payment?.tipAmount ?? checkout?.tipAmount ?? 0) : 0
  const amount = remote.amount - tipAmount
  const { feeAmount } = transaction
  await setPayment(tx, id, { state: 'succeeded', method: remote.method, amount, tipAmount })
  const entries = [...paymentEntries({ account: 'provider', amount, tipAmount, dueAmount }), ...feeEntries(feeAmount)]
  const after = await changeDocument(tx, authorOf(context), document, {
    postings: [{ kind: 'payment', source: transaction.id, entries }],
    activity: { kind: 'paid', amount: remote.amount, method: remote.method, note: cardText(remote) },
    attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: false },
  })
  await linkTransaction(tx, { transactionId: transaction.id, source: transaction.id })
  if (checkout) {
    await setState(tx, checkout, 'completed')
    await keepCard(tx, document, context)
  }
  await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind: 'paid', amount: remote.amount })
  if (charge.cardId) await enqueue(tx, sendPaymentTextSpec(tx.tenantId, { paymentId: id, kind: 'receipt' }))
  return 'paid'
}

/** Keeps the card that a contact agreed to keep, with the words that they agreed to. */
async function keepCard(tx: TenantTx, { contactId }: DocumentRow, { id, checkout, remote }: Context): Promise<void> {
  if (!remote.card || !checkout?.consentText) return
  const { consentText, createdAt: consentAt, accountId } = checkout
  await insertCard(tx, remote.card, { contactId, consentText, consentAt, accountId, paymentId: id })
}
