import { isOpenStage } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findAccountId } from '../payment-accounts/index.ts'
import { paymentChanged } from '../payment-documents/events.ts'
import { dueAmountOf, lockDocumentById } from '../payment-documents/index.ts'
import type { CardDeps } from './deps.ts'
import { CLOSE_CHECKOUTS, closeCheckoutsSpec } from './job-specs.ts'
import { type CheckoutRow, closeCheckout, listUnfinished, markClosing } from './start-checkout.ts'

/** Changes to the due amount, or to its purpose. */
const CHANGES = ['paid', 'cancelled', 'changed', 'replaced']

/** A document that was cancelled, paid or replaced can no longer be paid on a page that is open for it. */
export const closeOnPaymentChange = subscribe(paymentChanged, ({ tenantId, data }) =>
  data.kind === 'request' && CHANGES.includes(data.change) ? [closeCheckoutsSpec(tenantId, data.paymentID)] : [],
)

/** Closes the pages on which a document could be paid for another amount than is due. Safe to run twice. */
export const closeCheckouts = defineJob({
  name: CLOSE_CHECKOUTS,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), documentId: z.uuid() }),
  run: async (deps: CardDeps, { tenantId, documentId }) => {
    const { accountId, checkouts } = await deps.inTenant({ tenantId }, async (tx) => ({
      accountId: await findAccountId(tx),
      checkouts: await findToClose(tx, documentId),
    }))
    if (!accountId) return
    const account = deps.paymentProvider.account(accountId)
    for (const checkout of checkouts) await closeCheckout(deps, account, checkout)
  },
})

async function findToClose(tx: TenantTx, documentId: string): Promise<CheckoutRow[]> {
  const document = await lockDocumentById(tx, documentId)
  const dueAmount = document && isOpenStage(document.stage) ? dueAmountOf(document) : 0
  const wrong = (await listUnfinished(tx, documentId)).filter(
    ({ isClosing, amount }) => isClosing || Number(amount) !== dueAmount,
  )
  await markClosing(tx, wrong)
  return wrong
}
