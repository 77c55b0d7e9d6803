import type { RefundShare } from '@frontdesk/contract/api'
import {
  type Components,
  creditRefundEntries,
  type LedgerEntry,
  refundableAmount,
  refundEntries,
  reverseEntries,
  sumOf,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import { locationExists } from '../locations/index.ts'
import type { RemoteRefund } from '../payment-accounts/index.ts'
import {
  allocateRefund,
  announcePayment,
  changeDocument,
  type DocumentRow,
  findCreditUpTo,
  lockDocumentById,
  moneyOf,
  ofCredit,
  recordPaymentChanged,
} from '../payment-documents/index.ts'
import { type Credit, findPostings, linkSplitTransaction, post } from '../payments-ledger/index.ts'
import { findCharge, findPaymentOfIntent, isUuid } from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'

export type RefundRow = Row<'paymentRefunds'>

export const findRefundRow = (tx: TenantTx, id: string): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

export async function setRefund(
  tx: TenantTx,
  id: string,
  set: Partial<
    Pick<
      RefundRow,
      | 'state'
      | 'providerRefundId'
      | 'transactionId'
      | 'failureTransactionId'
      | 'failureReason'
      | 'isUnknown'
      | 'requestKey'
      | 'requestedAt'
    >
  >,
): Promise<void> {
  await tx.updateTable('paymentRefunds').set(set).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
}

const isOver = ({ state }: Pick<RefundRow, 'state'>) => state === 'failed' || state === 'cancelled'

/** Applies what the provider says about a refund, also one that was made in the provider’s dashboard. */
export async function applyRefund(deps: CardDeps, tx: TenantTx, remote: RemoteRefund): Promise<void> {
  const existing = await findRow(tx, remote)
  const payment = existing ? null : remote.intentId && (await findPaymentOfIntent(tx, remote.intentId))
  const documentId = existing?.documentId ?? (payment ? payment.documentId : undefined)
  const before = documentId && (await lockDocumentById(tx, documentId))
  if (!before) return
  // Read under the lock of the document.
  const row =
    (await findRow(tx, remote)) ?? (payment ? await insertForeign(deps, tx, before, payment.id, remote) : null)
  if (!row) return
  const { id } = row
  const { state, transactionId, failureTransactionId, failureReason } = remote
  const isRevived = isOver(row) && !isOver(remote) && row.providerRefundId === null
  if (isOver(row) && !isRevived) {
    // Known to have failed; only the ids can be new.
    if (isOver(remote) && failureTransactionId)
      await linkSplitTransaction(tx, { transactionId: failureTransactionId, source: failureOf(await sourceOf(tx, id)) })
    return
  }
  if (isRevived) await revive(deps, tx, before, row)
  // Reload the document after this posting.
  const document = (await lockDocumentById(tx, before.id)) ?? before
  const ids = { providerRefundId: remote.id, transactionId, failureTransactionId, isUnknown: false }
  if (transactionId) await linkSplitTransaction(tx, { transactionId, source: await sourceOf(tx, id) })
  if (isOver(remote)) {
    await setRefund(tx, id, ids)
    await reverseRefund(deps, tx, document, row, {
      state,
      reason: failureReason ?? '',
      transactionId: failureTransactionId,
    })
    return
  }
  // Read before it succeeded, by a job that was slower.
  if (row.state === 'succeeded' && state === 'pending') return
  await setRefund(tx, id, { ...ids, state })
  if (row.state !== state || row.providerRefundId === null)
    await recordPaymentChanged(tx, ONLINE_PAYMENT_AUTHOR, document, 'refunded')
}

const findRow = async (tx: TenantTx, { id, reference }: RemoteRefund): Promise<RefundRow | undefined> => {
  const referenced =
    reference.tenantId === tx.tenantId && isUuid(reference.rowId) ? await findRefundRow(tx, reference.rowId) : undefined
  return (
    referenced ??
    tx
      .selectFrom('paymentRefunds')
      .where('tenantId', '=', tx.tenantId)
      .where('providerRefundId', '=', id)
      .selectAll()
      .executeTakeFirst()
  )
}

interface Failure {
  state: 'failed' | 'cancelled' | RefundRow['state']
  reason: string
  /** The provider’s transaction for the failure; null if it never accepted the refund. */
  transactionId: string | null
}

/** Reverses a failed refund and announces it. The document is locked. */
export async function reverseRefund(
  deps: CardDeps,
  tx: TenantTx,
  document: DocumentRow,
  { id, amount }: RefundRow,
  { state, reason, transactionId }: Failure,
): Promise<void> {
  const source = await sourceOf(tx, id)
  const postings = await findPostings(tx, source)
  await setRefund(tx, id, { state, failureReason: reason, isUnknown: false })
  const after = await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
    postings: await Promise.all(
      postings
        .filter(({ documentId }) => documentId !== null)
        .map(async ({ source: posted, contactId, entries }) => ({
          kind: 'refund-failed' as const,
          source: failureOf(posted),
          entries: reverseEntries(entries),
          ...(contactId && { contactId }),
          creditLocationId: await creditLocationOf(tx, posted, document),
        })),
    ),
    activity: { kind: 'refund-failed', amount: Number(amount), method: 'card', note: reason },
  })
  for (const { source: posted, documentId, entries } of postings)
    if (documentId === null) await postLoss(tx, document, failureOf(posted), reverseEntries(entries))
  if (transactionId) await linkSplitTransaction(tx, { transactionId, source: failureOf(source) })
  await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind: 'refund-failed', amount: Number(amount) })
}

/** Source of the latest posting of a refund, which is posted again if it turns out to have succeeded after all. */
const sourceOf = async (tx: TenantTx, id: string): Promise<string> =>
  (await findPostings(tx, `refund-again:${id}`)).length > 0 ? `refund-again:${id}` : `refund:${id}`

const failureOf = (source: string): string => source.replace('refund', 'refund-failed')

/** The location where credit was earned. The source of a posting of credit ends with it. */
export async function creditLocationOf(tx: TenantTx, source: string, { locationId }: DocumentRow): Promise<string> {
  const earnedAt = source.split(':').at(-1) ?? ''
  return (await locationExists(tx, earnedAt)) ? earnedAt : locationId
}

const NO_COMPONENTS: Components = { netAmount: 0, taxAmounts: [], tipAmount: 0 }

/** Records a refund that was made in the provider’s dashboard. */
async function insertForeign(
  deps: CardDeps,
  tx: TenantTx,
  document: DocumentRow,
  paymentId: string,
  remote: RemoteRefund,
): Promise<RefundRow | null> {
  const { id: documentId, currency } = document
  const id = newId()
  const creditOfPayment = await findCreditOf(tx, paymentId)
  const { taken, lines, ofDocument, ...parts } = await splitTaken(tx, document, {
    amount: remote.amount,
    creditOfPayment,
  })
  const { netAmount, taxAmounts, tipAmount } = taken
  const row = await tx
    .insertInto('paymentRefunds')
    .values({
      ...{ tenantId: tx.tenantId, id, clientRefundId: id, documentId, target: 'card' },
      source: ofDocument === 0 && parts.credits.length > 0 ? 'credit' : 'payment',
      ...{ amount: remote.amount, paymentId, state: 'pending', netAmount, taxAmounts: [...taxAmounts], tipAmount },
      lines: JSON.stringify(lines),
      ...{ currency, reason: '', providerRefundId: remote.id, createdAt: tx.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await postTaken(deps, tx, document, { source: `refund:${id}`, amount: remote.amount, taken, ...parts })
  return row
}

/** The provider made a refund after all that was put back because we could not learn that: the money is gone again. */
async function revive(deps: CardDeps, tx: TenantTx, document: DocumentRow, refund: RefundRow): Promise<void> {
  const amount = Number(refund.amount)
  const creditOfPayment = refund.source === 'credit' ? amount : 0
  const { taken, lines, ofDocument: _, ...parts } = await splitTaken(tx, document, { amount, creditOfPayment })
  const { netAmount, taxAmounts, tipAmount } = taken
  await tx
    .updateTable('paymentRefunds')
    .set({ netAmount, taxAmounts: [...taxAmounts], tipAmount, lines: JSON.stringify(lines), failureReason: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', refund.id)
    .execute()
  await postTaken(deps, tx, document, { source: `refund-again:${refund.id}`, amount, taken, ...parts })
}

/** The part of a payment that became credit of the contact and has not been returned to the card. */
async function findCreditOf(tx: TenantTx, paymentId: string): Promise<number> {
  const charge = await findCharge(tx, paymentId)
  const postings = charge?.transactionId ? await findPostings(tx, charge.transactionId) : []
  const credited = postings.flatMap(({ entries }) => entries).filter(({ credit }) => credit === 'credit')
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('paymentId', '=', paymentId)
    .where('source', '=', 'credit')
    .where('state', 'not in', ['failed', 'cancelled'])
    .select('amount')
    .execute()
  return Math.max(0, sumOf(credited.map(({ amount }) => amount)) - sumOf(refunds.map(({ amount }) => Number(amount))))
}

/** The provider does not know locations. */
const EVERYWHERE = { locationIds: null }

interface Taken {
  taken: Components
  credits: Credit[]
  /** Used already, and lost to the business. */
  lostAmount: number
}

/**
 * Splits a refund that was not requested here: first the credit that the payment brought, then what was paid for the
 * document, then other credit of the contact.
 */
async function splitTaken(
  tx: TenantTx,
  document: DocumentRow,
  { amount, creditOfPayment }: { amount: number; creditOfPayment: number },
): Promise<Taken & { lines: RefundShare[]; ofDocument: number }> {
  const fromCredit = sumOf(
    (await findCreditUpTo(tx, EVERYWHERE, document, Math.min(amount, creditOfPayment))).map((credit) => credit.amount),
  )
  const ofDocument = Math.min(amount - fromCredit, Math.max(0, refundableAmount(moneyOf(document))))
  const { taken, lines } =
    ofDocument > 0 ? await allocateRefund(tx, document, { amount: ofDocument }) : { taken: NO_COMPONENTS, lines: [] }
  const credits = await findCreditUpTo(tx, EVERYWHERE, document, amount - ofDocument)
  const lostAmount = amount - ofDocument - sumOf(credits.map((credit) => credit.amount))
  return { taken, lines, ofDocument, credits, lostAmount }
}

async function postTaken(
  deps: CardDeps,
  tx: TenantTx,
  document: DocumentRow,
  { source, amount, taken, credits, lostAmount }: Taken & { source: string; amount: number },
): Promise<void> {
  const entries = refundEntries(taken, 'provider')
  const after = await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
    postings: [
      ...(entries.length > 0 ? [{ kind: 'refund' as const, source, entries }] : []),
      ...credits.map((credit) => ({
        ...{ kind: 'credit-refund' as const, ...ofCredit(source, credit) },
        entries: creditRefundEntries(credit.amount, 'provider'),
      })),
    ],
    activity: { kind: 'refunded', amount, method: 'card' },
  })
  if (lostAmount > 0)
    await postLoss(tx, document, `${source}:rest`, [{ debit: 'refunds', credit: 'provider', amount: lostAmount }])
  await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind: 'refunded', amount })
}

/** Money that was returned although it was no longer there: not a refund of sold items. */
const postLoss = (
  tx: TenantTx,
  { contactId, locationId, currency }: Pick<DocumentRow, 'contactId' | 'locationId' | 'currency'>,
  source: string,
  entries: readonly LedgerEntry[],
): Promise<void> =>
  post(tx, {
    ...{ kind: 'fee', source, documentId: null, contactId, locationId, currency, actorUserId: null, entries },
  })
