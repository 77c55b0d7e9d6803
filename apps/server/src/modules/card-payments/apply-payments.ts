import {
  cardText,
  feeEntries,
  formatMoney,
  type PaymentActivityKind,
  paymentEntries,
  paymentFailure,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/write-rows.ts'
import { inRounds } from '../../platform/in-rounds.ts'
import type { JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { RemotePayment, RemoteTransaction } from '../payment-accounts/index.ts'
import {
  announcePayments,
  changeDocument,
  changeDocuments,
  type DocumentChange,
  type DocumentRow,
  dueAmountOf,
  lockDocumentsById,
} from '../payment-documents/index.ts'
import { linkTransactions } from '../payments-ledger/index.ts'
import { insertCard } from './card-rows.ts'
import {
  type ChargeRow,
  findCharges,
  findPaymentRows,
  findUnsettled,
  hasUnsettled,
  isUuid,
  type PaymentRow,
  setCharge,
  setPayment,
} from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { sendPaymentTextSpec } from './job-specs.ts'
import type { CheckoutRow } from './start-checkout.ts'

/** Time to try another card on the provider’s page. */
const RETRY_DELAY_MS = 30 * 60_000

/**
 * Applies what the provider says about payments, in the statements of one. They are read as they are now, so it does
 * not matter how often, in which order or how late that happens; only a payment that was not posted yet is posted.
 */
export async function applyPayments(deps: CardDeps, tx: TenantTx, remotes: readonly RemotePayment[]): Promise<void> {
  const reported = await findDocuments(tx, remotes)
  // Locks all documents in the first round.
  for (const round of inRounds(reported, ({ documentId }) => documentId)) await applyRound(deps, tx, round)
}

/** A payment of a document of ours. `rowId` is the id of its row, or of the row that it will get. */
interface Reported {
  remote: RemotePayment
  rowId: string
  documentId: string
  checkout: CheckoutRow | undefined
}

async function findDocuments(tx: TenantTx, remotes: readonly RemotePayment[]): Promise<Reported[]> {
  const ours = remotes.flatMap((remote) => {
    const { tenantId, rowId } = remote.reference
    // Others were made in the provider’s dashboard, or by another installation.
    return tenantId === tx.tenantId && isUuid(rowId) ? [{ remote, rowId }] : []
  })
  if (ours.length === 0) return []
  const rowIds = ours.map(({ rowId }) => rowId)
  const [checkouts, payments] = await Promise.all([findCheckouts(tx, rowIds), findPaymentRows(tx, rowIds)])
  return ours.flatMap(({ remote, rowId }) => {
    const checkout = checkouts.find(({ id }) => id === rowId)
    const documentId = checkout?.documentId ?? payments.find(({ id }) => id === rowId)?.documentId
    return documentId === undefined ? [] : [{ remote, rowId, documentId, checkout }]
  })
}

/** Applies payments of different documents. */
async function applyRound(deps: CardDeps, tx: TenantTx, round: readonly Reported[]): Promise<void> {
  const documents = await lockDocumentsById(
    tx,
    round.map(({ documentId }) => documentId),
  )
  const rowIds = round.map(({ rowId }) => rowId)
  // Read under the lock of the documents.
  const [payments, charges] = await Promise.all([findPaymentRows(tx, rowIds), findCharges(tx, rowIds)])
  const outcomes: Outcome[] = []
  for (const { remote, rowId, documentId, checkout } of round) {
    const document = documents.find(({ id }) => id === documentId)
    const payment = payments.find(({ id }) => id === rowId)
    if (!document || payment?.state === 'succeeded' || remote.state === 'waiting') continue
    const hasMoney = remote.state === 'succeeded' || remote.state === 'processing'
    if (hasMoney && isForeign(document, remote)) await applyForeign(tx, document, payment, remote)
    else {
      const charge = charges.find(({ paymentId }) => paymentId === rowId)
      outcomes.push(planOutcome(tx, { document, rowId, payment, charge, checkout, remote }))
    }
  }
  await storeOutcomes(deps, tx, outcomes)
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
  rowId: string
  payment: PaymentRow | undefined
  charge: ChargeRow | undefined
  checkout: CheckoutRow | undefined
  remote: RemotePayment
}

/** What a payment changes. */
interface Outcome {
  document: DocumentRow
  charge: ChargeRow
  payment?: PaymentRow
  /** Without `attempts`, which depend on the other payments of the document. */
  change?: Omit<DocumentChange, 'attempts'> & { hasFailed: boolean }
  announcement?: { kind: PaymentActivityKind; amount: number }
  job?: JobSpec
  /** The balance transaction that it was posted with. */
  transactionId?: string
  /** The page that it was paid on. */
  paid?: Context & { checkout: CheckoutRow }
}

function planOutcome(tx: TenantTx, context: Context): Outcome {
  const { document, rowId, payment, checkout, remote } = context
  const { state, method, amount, intentId, chargeId, brand, last4 } = remote
  const charge: ChargeRow = {
    ...(context.charge ?? emptyCharge(tx, rowId)),
    ...{ intentId, chargeId, brand, last4, ...(checkout?.accountId && { accountId: checkout.accountId }) },
  }
  const planned = { document, charge }
  const row = payment ?? newPayment(tx, context)
  const author = { userId: payment?.recordedByUserId ?? null }
  if (state === 'succeeded' && remote.transaction)
    return planSuccess(tx, context, { ...planned, payment: row }, remote.transaction)
  switch (state) {
    case 'failed':
      return planFailure(tx, context, { ...planned, payment: row })
    case 'cancelled': {
      if (payment?.state === 'cancelled') return planned
      const cancelled = { ...planned, payment: { ...row, state } }
      // A page that ended after the money had come otherwise is no failure.
      if (dueAmountOf(document) === 0 && !document.isProcessing) return cancelled
      const activity = { kind: 'failed', amount, method } as const
      return { ...cancelled, change: { document, author: ONLINE_PAYMENT_AUTHOR, activity, hasFailed: true } }
    }
    default: {
      // The provider has not booked the money yet.
      if (payment?.state === 'processing' && document.isProcessing) return planned
      return {
        ...{ ...planned, payment: { ...row, state: 'processing', method } },
        change: {
          ...{ document, author, hasFailed: false },
          activity: { kind: 'processing', amount, method, note: cardText(remote) },
        },
        announcement: { kind: 'processing', amount },
      }
    }
  }
}

/** Screens have words of their own for the codes that are known. */
const failureNote = (card: string, failure: RemotePayment['failure']): string =>
  [card, paymentFailure(failure?.code ?? null) ? '' : failure?.reason].filter(Boolean).join(': ')

function planFailure(
  tx: TenantTx,
  { document, rowId, payment, remote }: Context,
  planned: Outcome & { payment: PaymentRow },
): Outcome {
  const { failure, amount, method } = remote
  const isKnown = failure !== null && planned.charge.failedAttempt === failure.attempt
  if (isKnown && payment?.state === 'failed') return { document, charge: planned.charge }
  const failed: Outcome = {
    document,
    payment: { ...planned.payment, state: 'failed', method },
    charge: {
      ...planned.charge,
      failureCode: failure?.code ?? null,
      failureReason: failure?.reason ?? null,
      failedAttempt: failure?.attempt ?? null,
    },
    change: {
      ...{ document, author: { userId: payment?.recordedByUserId ?? null }, hasFailed: true },
      activity: {
        ...{ kind: 'failed', amount, method, failureCode: failure?.code ?? null },
        note: failureNote(cardText(remote), failure),
      },
    },
  }
  // It was announced, and read as processing by a job that was slower.
  if (isKnown) return failed
  // On the provider’s page they can try again at once; without them, they learn of it now.
  const runAt = planned.charge.cardId ? undefined : shift(tx.now(), RETRY_DELAY_MS)
  return {
    ...failed,
    announcement: { kind: 'failed', amount },
    job: sendPaymentTextSpec(tx.tenantId, { paymentId: rowId, kind: 'retry', ...(runAt && { runAt }) }),
  }
}

function planSuccess(
  tx: TenantTx,
  context: Context,
  planned: Outcome & { payment: PaymentRow },
  transaction: RemoteTransaction,
): Outcome {
  const { document, rowId, payment, checkout, remote } = context
  const { id: transactionId, feeAmount } = transaction
  const dueAmount = dueAmountOf(document)
  // Nothing was due any more: the whole payment becomes credit, which can be refunded.
  const tipAmount = dueAmount > 0 ? Number(planned.payment.tipAmount) : 0
  const amount = remote.amount - tipAmount
  const entries = [...paymentEntries({ account: 'provider', amount, tipAmount, dueAmount }), ...feeEntries(feeAmount)]
  const { method } = remote
  const money = { amount: String(amount), tipAmount: String(tipAmount) }
  const settled = { transactionId, feeAmount: String(feeAmount), failureCode: null, failureReason: null }
  return {
    ...{ document, transactionId, charge: { ...planned.charge, ...settled } },
    payment: { ...planned.payment, ...money, state: 'succeeded', method },
    change: {
      ...{ document, author: { userId: payment?.recordedByUserId ?? null }, hasFailed: false },
      postings: [{ kind: 'payment', source: transactionId, entries }],
      activity: { kind: 'paid', amount: remote.amount, method, note: cardText(remote) },
    },
    announcement: { kind: 'paid', amount: remote.amount },
    ...(checkout && { paid: { ...context, checkout } }),
    ...(planned.charge.cardId && { job: sendPaymentTextSpec(tx.tenantId, { paymentId: rowId, kind: 'receipt' }) }),
  }
}

async function storeOutcomes(deps: CardDeps, tx: TenantTx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const written = outcomes.flatMap(({ payment }) => payment ?? [])
  await insertRows(tx, 'payments', written, {
    key: ['tenantId', 'id'],
    set: ['state', 'method', 'amount', 'tipAmount'],
  })
  await insertRows(
    tx,
    'paymentCharges',
    outcomes.map(({ charge }) => charge),
    {
      key: ['tenantId', 'paymentId'],
      set: [
        ...(['accountId', 'intentId', 'chargeId', 'brand', 'last4', 'transactionId', 'feeAmount'] as const),
        ...(['failureCode', 'failureReason', 'failedAttempt'] as const),
      ],
    },
  )
  const changed = outcomes.flatMap(({ change, ...outcome }) => (change ? [{ ...outcome, change }] : []))
  if (changed.length === 0) return
  const unsettled = await findUnsettled(
    tx,
    changed.map(({ document }) => document.id),
  )
  const after = await changeDocuments(
    tx,
    changed.map(({ change: { hasFailed, ...change } }) => ({
      ...change,
      attempts: { isProcessing: unsettled.has(change.document.id), hasFailed },
    })),
  )
  await linkTransactions(
    tx,
    changed.flatMap(({ transactionId }) => transactionId ?? []),
  )
  const paid = changed.flatMap((outcome) => outcome.paid ?? [])
  await completeCheckouts(
    tx,
    paid.map(({ rowId }) => rowId),
  )
  for (const context of paid) await keepCard(tx, context)
  await announcePayments(
    deps,
    tx,
    ONLINE_PAYMENT_AUTHOR,
    changed.flatMap(({ announcement, document }) => {
      const present = after.find(({ id }) => id === document.id)
      return announcement && present ? [{ ...announcement, document: present }] : []
    }),
  )
  const jobs = changed.flatMap(({ job }) => job ?? [])
  if (jobs.length > 0) await enqueue(tx, ...jobs)
}

const findCheckouts = (tx: TenantTx, ids: readonly string[]): Promise<CheckoutRow[]> =>
  tx
    .selectFrom('paymentCheckouts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${idsOf(ids)})`)
    .selectAll()
    .execute()

async function completeCheckouts(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('paymentCheckouts')
    .set({ state: 'completed' })
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${idsOf(ids)})`)
    .where('state', 'in', ['creating', 'open'])
    .execute()
}

const newPayment = (
  { tenantId, now }: TenantTx,
  { document: { id: documentId, currency }, rowId: id, checkout, remote }: Context,
): PaymentRow => {
  const tipAmount = Number(checkout?.tipAmount ?? 0)
  return {
    ...{
      tenantId,
      id,
      clientPaymentId: id,
      documentId,
      method: remote.method,
      state: 'processing',
      currency,
      note: '',
    },
    ...{ amount: String(remote.amount - tipAmount), tipAmount: String(tipAmount), recordedByUserId: null },
    createdAt: now(),
  }
}

const emptyCharge = ({ tenantId }: TenantTx, paymentId: string): ChargeRow => ({
  ...{ tenantId, paymentId, accountId: null, intentId: null, chargeId: null, brand: null, last4: null, cardId: null },
  ...{ transactionId: null, feeAmount: null, failureCode: null, failureReason: null, failedAttempt: null },
  ...{ requestKey: null, requestedAt: null, textMessageId: null },
})

/** Keeps the card that a contact agreed to keep, with the words that they agreed to. */
async function keepCard(
  tx: TenantTx,
  { document, rowId, checkout, remote }: NonNullable<Outcome['paid']>,
): Promise<void> {
  if (!remote.card || !checkout.consentText) return
  const { consentText, createdAt: consentAt, accountId } = checkout
  await insertCard(tx, remote.card, {
    contactId: document.contactId,
    consentText,
    consentAt,
    accountId,
    paymentId: rowId,
  })
}
