import { type RefundSource, refundableAmount } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { announcePayment } from './announce-payment.ts'
import { hasOpenDispute, listCardPayments } from './card-refunds.ts'
import { leftOfCredit } from './lock-credit.ts'
import { refundPayment } from './refund.ts'
import { isRefundRequested, needsApproval, requestRefund } from './refund-requests.ts'
import { type DocumentRow, moneyOf } from './rows.ts'
import { audit } from './update-status.ts'

/** An automatic refund, such as for a visit that was cancelled in time. */
interface RuleRefund {
  /** Idempotency key. */
  clientRefundId: string
  reason: string
}

const AUTHOR = { userId: null, displayName: '' }

/**
 * Refunds the rest of the payment for a locked request: to the original card, otherwise as credit. Above the approval limit
 * of the business, it requests approval instead. Null if there is nothing to refund.
 */
export async function refundByRule(
  deps: ConversationDeps,
  tx: TenantTx,
  by: Person | null,
  document: DocumentRow,
  { clientRefundId, reason }: RuleRefund,
): Promise<'refunded' | 'refund-requested' | null> {
  const made = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('clientRefundId', '=', clientRefundId)
    .select('id')
    .executeTakeFirst()
  if (made) return 'refunded'
  const amount = refundableAmount(moneyOf(document))
  // A bank decides about the money now.
  if (amount === 0 || (await hasOpenDispute(tx, document))) return null
  const cards = await listCardPayments(tx, document)
  const isToCard = cards.some((payment) => payment.refundableAmount >= amount)
  const refund = { clientRefundId, amount, source: 'payment', target: isToCard ? 'card' : 'credit', reason } as const
  if (await isRefundRequested(tx, document, refund)) return 'refund-requested'
  if (await needsApproval(tx, document, refund)) {
    await requestRefund(tx, by, document, refund)
    return 'refund-requested'
  }
  const after = await refundPayment(tx, by ?? AUTHOR, document, { id: document.id, ...refund })
  await audit(tx, by, after, 'payment.refunded', amount)
  await announcePayment(deps, tx, by ?? AUTHOR, after, { kind: 'refunded', amount })
  return 'refunded'
}

/**
 * Requests approval to refund a locked request to the card, or the rest of the credit that its payment became, because the
 * visit it was for cannot be booked. Returns whether there is anything to refund.
 */
export async function proposeRefund(
  tx: TenantTx,
  document: DocumentRow,
  { source, ...request }: RuleRefund & { source: RefundSource },
): Promise<boolean> {
  const cards = await listCardPayments(tx, document)
  const toCard = Math.max(0, ...cards.map((payment) => payment.refundableAmount))
  const left =
    source === 'credit' ? await leftOfCredit(tx, { locationIds: null }, document) : refundableAmount(moneyOf(document))
  const amount = Math.min(toCard, left)
  if (amount === 0) return false
  const refund = { ...request, amount, source, target: 'card' } as const
  if (!(await isRefundRequested(tx, document, refund))) await requestRefund(tx, null, document, refund)
  return true
}
