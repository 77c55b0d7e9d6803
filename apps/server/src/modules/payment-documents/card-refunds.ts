import { sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobSpec } from '../../platform/jobs/define-job.ts'
import type { DocumentRow } from './rows.ts'

export const SUBMIT_CARD_REFUND = 'submit-card-refund'

/** A refund that the provider did not take is asked for again for about a day. */
const REFUND_ATTEMPTS = 14

export const submitRefundSpec = (tenantId: string, refundId: string): JobSpec => ({
  identifier: SUBMIT_CARD_REFUND,
  payload: { tenantId, refundId },
  jobKey: `submit-card-refund:${refundId}`,
  maxAttempts: REFUND_ATTEMPTS,
})

/** Whether a bank has taken back money of a document and has not decided yet. Its decisions are in the ledger. */
export const hasOpenDispute = async (tx: TenantTx, { id }: Pick<DocumentRow, 'id'>): Promise<boolean> =>
  (await tx
    .selectFrom('paymentDisputes')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('state', 'in', ['needs-response', 'under-review'])
    .select('id')
    .executeTakeFirst()) !== undefined

/** Payments of a document by card or bank debit, with what can still go back to each. */
export async function listCardPayments(tx: TenantTx, { id }: Pick<DocumentRow, 'id'>) {
  const payments = await tx
    .selectFrom('payments as p')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'p.recordedByUserId'))
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.documentId', '=', id)
    .where('p.method', 'in', ['card', 'bank-debit'])
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .select(['p.id', 'p.method', 'p.state', 'p.amount', 'p.tipAmount', 'p.createdAt', 'u.displayName as by'])
    .execute()
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('target', '=', 'card')
    .where('state', 'not in', ['failed', 'cancelled'])
    .select(['paymentId', 'amount'])
    .execute()
  const lost = await tx
    .selectFrom('paymentDisputes')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('state', '=', 'lost')
    .select(['paymentId', 'amount'])
    .execute()
  return payments.map((payment) => {
    const refunded = sumOf(
      [...refunds, ...lost].filter(({ paymentId }) => paymentId === payment.id).map(({ amount }) => Number(amount)),
    )
    const captured = payment.state === 'succeeded' ? Number(payment.amount) + Number(payment.tipAmount) : 0
    return {
      ...payment,
      amount: Number(payment.amount),
      tipAmount: Number(payment.tipAmount),
      refundableAmount: Math.max(0, captured - refunded),
    }
  })
}

/** The payment of a locked document whose card gets a refund: the smallest that has enough left. */
export async function chooseCardPayment(tx: TenantTx, document: DocumentRow, amount: number): Promise<string> {
  // A bank decides about the money now.
  if (await hasOpenDispute(tx, document)) throw new AppError('PaymentStatusWrong')
  const payments = await listCardPayments(tx, document)
  const [chosen] = payments
    .filter(({ refundableAmount }) => refundableAmount >= amount)
    .toSorted((a, b) => a.refundableAmount - b.refundableAmount)
  if (chosen) return chosen.id
  const refundableAmount = Math.max(0, ...payments.map((payment) => payment.refundableAmount))
  throw new AppError('RefundTooHigh', { refundableAmount })
}
