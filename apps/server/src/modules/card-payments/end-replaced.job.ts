import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { paymentAccountChanged } from '../payment-accounts/events.ts'
import { findAccountId } from '../payment-accounts/index.ts'
import { changeDocument, lockDocumentById } from '../payment-documents/index.ts'
import { findPaymentRow, hasUnsettled, setCharge, setPayment } from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { END_REPLACED, endReplacedSpec } from './job-specs.ts'

export const endOnAccountChange = subscribe(paymentAccountChanged, ({ tenantId }) => [endReplacedSpec(tenantId)])

/** Ends what belongs to an account that was replaced: nobody can read it any more. Safe to run twice. */
export const endReplaced = defineJob({
  name: END_REPLACED,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid() }),
  run: async ({ inTenant }: CardDeps, { tenantId }) => {
    const payments = await inTenant({ tenantId }, async (tx) => {
      const accountId = await findAccountId(tx)
      return accountId ? endRows(tx, accountId) : []
    })
    for (const { id } of payments) await inTenant({ tenantId }, (tx) => endPayment(tx, id))
  },
})

/** Returns the payments that are not settled. */
async function endRows(tx: TenantTx, accountId: string): Promise<{ id: string }[]> {
  await tx
    .updateTable('paymentCheckouts')
    .set({ state: 'expired' })
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', '<>', accountId)
    .where('state', 'in', ['creating', 'open'])
    .execute()
  await tx
    .updateTable('paymentCardSetups')
    .set({ state: 'expired' })
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', '<>', accountId)
    .where('state', 'in', ['creating', 'open'])
    .execute()
  await tx
    .updateTable('paymentCards')
    .set({ removedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', '<>', accountId)
    .where('removedAt', 'is', null)
    .execute()
  return tx
    .selectFrom('payments as p')
    .innerJoin('paymentCharges as k', (join) =>
      join.on('k.tenantId', '=', tx.tenantId).onRef('k.paymentId', '=', 'p.id'),
    )
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.state', 'in', ['processing', 'unknown'])
    .where('k.accountId', '<>', accountId)
    .select('p.id')
    .execute()
}

async function endPayment(tx: TenantTx, id: string): Promise<void> {
  const found = await findPaymentRow(tx, id)
  const document = found && (await lockDocumentById(tx, found.documentId))
  const payment = await findPaymentRow(tx, id)
  if (!document || (payment?.state !== 'processing' && payment?.state !== 'unknown')) return
  const reason = 'The account that took it was replaced.'
  await setPayment(tx, id, { state: 'failed' })
  await setCharge(tx, id, { failureCode: 'account_replaced', failureReason: reason })
  const amount = Number(payment.amount) + Number(payment.tipAmount)
  await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
    activity: { kind: 'failed', amount, method: payment.method, note: reason },
    attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: true },
  })
}
