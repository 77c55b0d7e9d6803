import { isOpenStage } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { jobOfEachTenant, subscribeInBatches } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findAccountId } from '../payment-accounts/index.ts'
import { paymentChanged } from '../payment-documents/events.ts'
import { dueAmountOf, lockDocumentById } from '../payment-documents/index.ts'
import type { CardDeps } from './deps.ts'
import { CLOSE_CHECKOUTS, closeCheckoutsSpec, FIND_UNFINISHED_CHECKOUTS, findUnfinishedSpec } from './job-specs.ts'
import { type CheckoutRow, closeCheckout, listUnfinished, markClosing, UNFINISHED } from './start-checkout.ts'

/** Changes to the due amount, or to its purpose. */
const CHANGES = ['paid', 'cancelled', 'changed', 'replaced']

/** A document that was cancelled, paid or replaced can no longer be paid on a page that is open for it. */
export const closeOnPaymentChange = subscribeInBatches([paymentChanged], (events) =>
  jobOfEachTenant(
    events.filter(({ data }) => data.kind === 'request' && CHANGES.includes(data.change)),
    (tenantId, changes) => findUnfinishedSpec(tenantId, [...new Set(changes.map(({ data }) => data.paymentID))]),
  ),
)

/** Enqueues the closing of pages that are still open for these documents. The payment itself has closed most. */
export const findUnfinishedCheckouts = defineJob({
  name: FIND_UNFINISHED_CHECKOUTS,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), documentIds: z.array(z.uuid()) }),
  run: (deps: CardDeps, { tenantId, documentIds }) =>
    deps.inTenant({ tenantId, prepares: true }, async (tx) => {
      const unfinished = await tx
        .selectFrom('paymentCheckouts')
        .where('tenantId', '=', tx.tenantId)
        .where(sql<boolean>`document_id = any(${idsOf(documentIds)})`)
        .where('state', 'in', UNFINISHED)
        .select('documentId')
        .distinct()
        .execute()
      if (unfinished.length > 0)
        await enqueue(tx, ...unfinished.map(({ documentId }) => closeCheckoutsSpec(tenantId, documentId)))
    }),
})

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
