import { disputeEntries, feeEntries, type PaymentActivityKind, reverseEntries, sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { RemoteDispute, RemoteTransaction } from '../payment-accounts/index.ts'
import {
  announcePayment,
  changeDocument,
  creditLostBy,
  type DocumentRow,
  findCreditUpTo,
  lockDocumentById,
  ofCredit,
  recordPaymentChanged,
} from '../payment-documents/index.ts'
import { findPostings, isPosted, linkTransactions, post } from '../payments-ledger/index.ts'
import { creditLocationOf } from './apply-refund.ts'
import { findPaymentOfIntent } from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'

/** Applies what the provider says about a dispute: its state, and the money that was taken for it or given back. */
export async function applyDispute(deps: CardDeps, tx: TenantTx, remote: RemoteDispute): Promise<void> {
  const payment = remote.intentId && (await findPaymentOfIntent(tx, remote.intentId))
  const document = payment && (await lockDocumentById(tx, payment.documentId))
  if (!payment || !document) return
  const before = await tx
    .selectFrom('paymentDisputes')
    .where('tenantId', '=', tx.tenantId)
    .where('providerDisputeId', '=', remote.id)
    .select(['id', 'state'])
    .executeTakeFirst()
  const { state, amount, currency, reason, evidenceDueAt, transactions } = remote
  const feeAmount = sumOf(transactions.map((transaction) => transaction.feeAmount))
  const isEscalated = before?.state === 'inquiry' && state === 'needs-response'
  const changes = {
    ...{ state, amount, feeAmount, reason, evidenceDueAt },
    ...(hasEvidence(remote) && { submittingAt: null }),
    // Evidence submitted for the inquiry does not count for the dispute.
    ...(isEscalated && { submittedAt: null, submittedByUserId: null, failureReason: null }),
  }
  await tx
    .insertInto('paymentDisputes')
    .values({
      ...{ tenantId: tx.tenantId, id: newId(), providerDisputeId: remote.id, paymentId: payment.id },
      ...{ documentId: document.id, currency, createdAt: remote.createdAt, ...changes },
    })
    .onConflict((conflict) => conflict.constraint('payment_disputes_provider').doUpdateSet(changes))
    .execute()
  if (state === 'lost' && before?.state !== 'lost') await takeCredit(tx, document, remote.id)
  if (state !== 'lost' && before?.state === 'lost') await returnCredit(tx, document, remote.id)
  const postings = []
  for (const transaction of transactions)
    if (!(await isPosted(tx, transaction.id))) postings.push(toPosting(transaction))
  const kind = activityOf(state, before?.state)
  if (postings.length === 0 && kind === null) {
    if (before?.state !== state) await recordPaymentChanged(tx, ONLINE_PAYMENT_AUTHOR, document, 'disputed')
    return
  }
  const after = await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
    postings,
    activity: { kind: kind ?? 'disputed', amount, method: 'card', note: reason },
  })
  await linkTransactions(
    tx,
    transactions.map(({ id }) => id),
  )
  if (kind) await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind, amount })
}

/** Takes back credit of a contact who got the money back from the bank, as far as it was not used. */
async function takeCredit(tx: TenantTx, document: DocumentRow, providerDisputeId: string): Promise<void> {
  const { currency, locationId } = document
  const earlier = await findPostings(tx, takenBy(providerDisputeId))
  const source = earlier.length === 0 ? takenBy(providerDisputeId) : `${takenBy(providerDisputeId)}:${earlier.length}`
  const amount = await creditLostBy(tx, document, providerDisputeId)
  const credits = await findCreditUpTo(tx, { locationIds: null }, document, amount)
  for (const credit of credits.filter((each) => each.locationId === locationId))
    await post(tx, {
      ...{ kind: 'dispute', ...ofCredit(source, credit), locationId, currency },
      ...{ documentId: null, actorUserId: null },
      entries: [{ debit: 'credit', credit: 'disputes', amount: credit.amount }],
    })
}

/** Source of the postings that take back credit for a dispute. */
const takenBy = (providerDisputeId: string): string => `credit-lost:${providerDisputeId}`

/** Returns the credit that a dispute took, because the bank decided otherwise. */
async function returnCredit(tx: TenantTx, document: DocumentRow, providerDisputeId: string): Promise<void> {
  const { currency, locationId } = document
  for (const taken of await findPostings(tx, takenBy(providerDisputeId))) {
    const source = taken.source.replace('lost', 'returned')
    if (await isPosted(tx, source)) continue
    await post(tx, {
      ...{ kind: 'dispute-won', source, documentId: null, contactId: taken.contactId, actorUserId: null },
      ...{ locationId, currency, creditLocationId: await creditLocationOf(tx, taken.source, document) },
      entries: reverseEntries(taken.entries),
    })
  }
}

/**
 * Whether the provider has evidence for this phase. It still counts that of an inquiry when the bank takes the money.
 */
export const hasEvidence = ({ isSubmitted, state }: Pick<RemoteDispute, 'isSubmitted' | 'state'>): boolean =>
  isSubmitted && state !== 'needs-response'

const toPosting = ({ id, amount, feeAmount }: RemoteTransaction) => ({
  kind: amount < 0 ? ('dispute' as const) : ('dispute-won' as const),
  source: id,
  entries: [...disputeEntries(-amount), ...feeEntries(feeAmount)],
})

/** The timeline entry for a change of state; null if there is none. */
function activityOf(
  state: RemoteDispute['state'],
  before: RemoteDispute['state'] | undefined,
): PaymentActivityKind | null {
  if (state === before) return null
  if (state === 'won') return 'dispute-won'
  if (state === 'lost') return 'dispute-lost'
  return before === undefined || (before === 'inquiry' && state === 'needs-response') ? 'disputed' : null
}
