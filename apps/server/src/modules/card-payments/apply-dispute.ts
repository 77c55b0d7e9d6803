import { disputeEntries, feeEntries, type PaymentActivityKind, sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { RemoteDispute, RemoteTransaction } from '../payment-accounts/index.ts'
import { announcePayment, changeDocument, lockDocumentById, recordPaymentChanged } from '../payment-documents/index.ts'
import { isPosted, linkTransaction } from '../payments-ledger/index.ts'
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
    // What answered the inquiry does not answer the dispute.
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
  for (const { id } of transactions) await linkTransaction(tx, { transactionId: id, source: id })
  if (kind) await announcePayment(deps, tx, ONLINE_PAYMENT_AUTHOR, after, { kind, amount })
}

/** Whether the provider has evidence for this phase. It still counts that of an inquiry when the bank takes the money. */
export const hasEvidence = ({ isSubmitted, state }: Pick<RemoteDispute, 'isSubmitted' | 'state'>): boolean =>
  isSubmitted && state !== 'needs-response'

const toPosting = ({ id, amount, feeAmount }: RemoteTransaction) => ({
  kind: amount < 0 ? ('dispute' as const) : ('dispute-won' as const),
  source: id,
  entries: [...disputeEntries(-amount), ...feeEntries(feeAmount)],
})

/** What the timeline says about a change of the state; null: nothing. */
function activityOf(
  state: RemoteDispute['state'],
  before: RemoteDispute['state'] | undefined,
): PaymentActivityKind | null {
  if (state === before) return null
  if (state === 'won') return 'dispute-won'
  if (state === 'lost') return 'dispute-lost'
  return before === undefined || (before === 'inquiry' && state === 'needs-response') ? 'disputed' : null
}
