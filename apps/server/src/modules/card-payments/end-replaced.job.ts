import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { paymentAccountChanged } from '../payment-accounts/events.ts'
import { findAccountRow } from '../payment-accounts/index.ts'
import { changeDocument, lockDocumentById } from '../payment-documents/index.ts'
import { findPaymentRow, hasUnsettled, setCharge, setPayment } from './charge-rows.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { closeCheckoutsSpec, END_REPLACED, endReplacedSpec } from './job-specs.ts'
import type { CheckoutRow } from './start-checkout.ts'

export const endOnAccountChange = subscribe(paymentAccountChanged, ({ tenantId }) => [endReplacedSpec(tenantId)])

/**
 * Ends the payments and cards of a replaced account, which can no longer be read. Marks open checkouts of an account we
 * lost access to as lost, and closes them once access is restored. Safe to run twice.
 */
export const endReplaced = defineJob({
  name: END_REPLACED,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid() }),
  run: async ({ inTenant }: CardDeps, { tenantId }) => {
    const { lost, recovered, payments } = await inTenant({ tenantId }, async (tx) => {
      const account = await findAccountRow(tx)
      if (!account?.accountId) return { lost: [], recovered: [], payments: [] }
      const { accountId } = account
      const connectedId = account.disconnectedAt === null ? accountId : null
      return {
        lost: await listCheckouts(tx, ['creating', 'open'], (id) => id !== connectedId),
        recovered: await listCheckouts(tx, ['lost'], (id) => id === connectedId),
        payments: connectedId === null ? [] : await endRows(tx, connectedId),
      }
    })
    for (const checkout of lost) await inTenant({ tenantId }, (tx) => markCheckoutLost(tx, checkout))
    for (const checkout of recovered) await inTenant({ tenantId }, (tx) => recoverCheckout(tx, checkout))
    for (const { id } of payments) await inTenant({ tenantId }, (tx) => endPayment(tx, id))
  },
})

type Checkout = Pick<CheckoutRow, 'id' | 'documentId' | 'accountId' | 'sessionId'>

/** Checkouts of the accounts that match. Old ones have no account. */
async function listCheckouts(
  tx: TenantTx,
  states: CheckoutRow['state'][],
  matches: (accountId: string) => boolean,
): Promise<Checkout[]> {
  const rows = await tx
    .selectFrom('paymentCheckouts')
    .where('tenantId', '=', tx.tenantId)
    .where('state', 'in', states)
    .select(['id', 'documentId', 'accountId', 'sessionId'])
    .execute()
  return rows.filter(({ accountId }) => accountId !== null && matches(accountId))
}

/** Only the provider knows whether the contact paid, so the team is notified. */
async function markCheckoutLost(tx: TenantTx, { id, documentId, sessionId }: Checkout): Promise<void> {
  const document = await lockDocumentById(tx, documentId)
  const lost = await updateCheckoutState(tx, id, { from: ['creating', 'open'], state: 'lost' })
  // Without a session id, the checkout was never shown to anyone.
  if (lost && document && sessionId !== null)
    await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, { activity: { kind: 'page-lost' } })
}

/** Queues closing the checkout at the provider, which applies a payment made on it. */
async function recoverCheckout(tx: TenantTx, { id, documentId, sessionId }: Checkout): Promise<void> {
  const document = await lockDocumentById(tx, documentId)
  if (!(await updateCheckoutState(tx, id, { from: ['lost'], state: 'open' }))) return
  await enqueue(tx, closeCheckoutsSpec(tx.tenantId, documentId))
  if (document && sessionId !== null)
    await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, { activity: { kind: 'page-recovered' } })
}

const updateCheckoutState = (
  tx: TenantTx,
  id: string,
  { from, state }: { from: CheckoutRow['state'][]; state: CheckoutRow['state'] },
) =>
  tx
    .updateTable('paymentCheckouts')
    .set({ state, isClosing: true })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()

/** Returns the payments that are not settled. */
async function endRows(tx: TenantTx, accountId: string): Promise<{ id: string }[]> {
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
  const unlocked = await findPaymentRow(tx, id)
  const document = unlocked && (await lockDocumentById(tx, unlocked.documentId))
  const payment = await findPaymentRow(tx, id)
  if (!document || (payment?.state !== 'processing' && payment?.state !== 'unknown')) return
  const reason = 'The account that took it was replaced.'
  await setPayment(tx, id, { state: 'failed' })
  const failureCode = 'account_replaced'
  await setCharge(tx, id, { failureCode, failureReason: reason })
  const amount = Number(payment.amount) + Number(payment.tipAmount)
  await changeDocument(tx, ONLINE_PAYMENT_AUTHOR, document, {
    activity: { kind: 'failed', amount, method: payment.method, failureCode },
    attempts: { isProcessing: await hasUnsettled(tx, document.id), hasFailed: true },
  })
}
