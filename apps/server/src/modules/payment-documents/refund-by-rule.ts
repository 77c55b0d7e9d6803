import { type RefundSource, refundableAmount } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../accounts/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { announcePayment } from './announce-payment.ts'
import { hasOpenDispute, listCardPayments } from './card-refunds.ts'
import { leftOfCredit } from './lock-credit.ts'
import { refundPayment } from './refund.ts'
import { needsApproval, requestRefund } from './refund-requests.ts'
import { type DocumentRow, moneyOf } from './rows.ts'
import { audit } from './update-status.ts'

const AUTHOR = { userId: null, displayName: '' }

/**
 * Refunds the rest of the payment for a locked request, such as for a visit that was cancelled in time: to the original
 * card, otherwise as credit. Above the approval limit of the business, it requests approval instead. Null if there is
 * nothing to refund. Not idempotent: the caller records the outcome in the same transaction.
 */
export async function refundByRule(
  deps: ConversationDeps,
  tx: TenantTx,
  by: Person | null,
  document: DocumentRow,
  reason: string,
): Promise<'refunded' | 'refund-requested' | null> {
  const amount = refundableAmount(moneyOf(document))
  // A bank decides about the money now.
  if (amount === 0 || (await hasOpenDispute(tx, document))) return null
  const cards = await listCardPayments(tx, document)
  const isToCard = cards.some((payment) => payment.refundableAmount >= amount)
  const target = isToCard ? 'card' : 'credit'
  const refund = { clientRefundId: newId(), amount, source: 'payment', target, reason } as const
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
 * Requests approval to refund a locked request to the card, or the rest of the credit that its payment became, because
 * the visit it was for cannot be booked. Returns whether there is anything to refund. Not idempotent.
 */
export async function proposeRefund(
  tx: TenantTx,
  document: DocumentRow,
  { source, reason }: { source: RefundSource; reason: string },
): Promise<boolean> {
  const cards = await listCardPayments(tx, document)
  const toCard = Math.max(0, ...cards.map((payment) => payment.refundableAmount))
  const left = source === 'credit' ? await leftOfCredit(tx, document) : refundableAmount(moneyOf(document))
  const amount = Math.min(toCard, left)
  if (amount === 0) return false
  await requestRefund(tx, null, document, { clientRefundId: newId(), amount, source, target: 'card', reason })
  return true
}
