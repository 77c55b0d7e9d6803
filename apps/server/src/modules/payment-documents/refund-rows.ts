import type { PaymentRefund } from '@frontdesk/contract/api'
import { sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { DocumentRow } from './rows.ts'

export type RefundRow = Row<'paymentRefunds'>

/** The refunds of a document, oldest first. */
export const listRefunds = (tx: TenantTx, { id }: Pick<DocumentRow, 'id'>) =>
  tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .selectAll()
    .execute()

/** Whether a refund reduces the payment for its document: it is not of credit, and did not fail. */
export const reducesPayment = ({ source, state }: Pick<RefundRow, 'source' | 'state'>): boolean =>
  source === 'payment' && state !== 'failed' && state !== 'cancelled'

/** A refund as the viewer gets it. */
export const toRefund = (refund: RefundRow): PaymentRefund => ({
  id: refund.id,
  source: refund.source,
  target: refund.target,
  state: refund.state,
  amount: Number(refund.amount),
  netAmount: Number(refund.netAmount),
  taxAmount: sumOf(refund.taxAmounts.map(Number)),
  tipAmount: Number(refund.tipAmount),
  lines: refund.lines ?? [],
  reason: refund.reason,
  at: refund.createdAt,
})
