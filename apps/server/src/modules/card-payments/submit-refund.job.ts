import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findAccountId, isOutcomeUnknown, ProviderError } from '../payment-accounts/index.ts'
import { lockDocumentById, SUBMIT_CARD_REFUND } from '../payment-documents/index.ts'
import { applyRefund, findRefundRow, type RefundRow, reverseRefund, setRefund } from './apply-refund.ts'
import { findCharge } from './charge-rows.ts'
import type { CardDeps } from './deps.ts'

/** The provider keeps keys for a day. https://docs.stripe.com/api/idempotent_requests */
export const KEY_MS = 23 * 60 * 60_000

interface Plan {
  refund: RefundRow
  accountId: string
  intentId: string
  key: string
  /** An earlier attempt may have had its effect. */
  isRepeated: boolean
}

/**
 * Has the provider give money back to a card. Before it repeats a request it looks whether the provider has the refund:
 * a key is kept for a day only, and with an error of the provider even that.
 */
export const submitCardRefund = defineJob({
  name: SUBMIT_CARD_REFUND,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), refundId: z.uuid() }),
  run: async (deps: CardDeps, { tenantId, refundId }) => {
    const scope = { tenantId }
    const plan = await deps.inTenant(scope, (tx) => planRefund(tx, refundId))
    if (plan === null) return
    if ('reason' in plan) return failRefund(deps, scope, refundId, plan.reason)
    const { refund, intentId, key, isRepeated } = plan
    const account = deps.paymentProvider.account(plan.accountId)
    let isLookedUp = !isRepeated
    try {
      const earlier = isRepeated
        ? (await account.listRefunds(intentId)).find(({ reference }) => reference.rowId === refundId)
        : undefined
      isLookedUp = true
      const reference = { tenantId, documentId: refund.documentId, rowId: refundId }
      const remote =
        earlier ?? (await account.createRefund({ intentId, amount: Number(refund.amount), reference }, key))
      await deps.inTenant(scope, (tx) => applyRefund(deps, tx, remote))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const isRefused = error.kind !== 'busy' && !isOutcomeUnknown(error)
      if (isRefused && isLookedUp) return failRefund(deps, scope, refundId, error.reason)
      await deps.inTenant(scope, async (tx) => {
        const unlocked = await findRefundRow(tx, refundId)
        if (unlocked) await lockDocumentById(tx, unlocked.documentId)
        const refund = await findRefundRow(tx, refundId)
        // The provider’s event may have been faster, and says more.
        if (refund?.providerRefundId !== null) return
        await setRefund(tx, refundId, {
          // Whether an earlier attempt had its effect cannot be looked up now.
          ...((isOutcomeUnknown(error) || isRefused) && { isUnknown: true }),
          // The provider would repeat its error for this key.
          ...(error.kind === 'failed' && { requestKey: `refund:${refundId}:${newId()}` }),
        })
      })
      throw error
    }
  },
})

async function planRefund(tx: TenantTx, refundId: string): Promise<Plan | { reason: string } | null> {
  const refund = await findRefundRow(tx, refundId)
  if (!refund?.paymentId || refund.state !== 'pending' || refund.providerRefundId !== null) return null
  const accountId = await findAccountId(tx)
  const charge = await findCharge(tx, refund.paymentId)
  if (!accountId && refund.requestKey !== null) {
    // An earlier attempt may have had its effect, which nobody can tell without the account.
    await setRefund(tx, refundId, { isUnknown: true })
    return null
  }
  if (!accountId || !charge?.intentId) return { reason: '' }
  const isKept = refund.requestedAt !== null && isAfter(refund.requestedAt, shift(tx.now(), -KEY_MS))
  const key =
    refund.requestKey === null ? `refund:${refundId}` : isKept ? refund.requestKey : `refund:${refundId}:${newId()}`
  const isNew = key !== refund.requestKey || refund.requestedAt === null
  await setRefund(tx, refundId, { requestKey: key, ...(isNew && { requestedAt: tx.now() }) })
  return { refund, accountId, intentId: charge.intentId, key, isRepeated: refund.requestKey !== null }
}

async function failRefund(
  deps: CardDeps,
  scope: { tenantId: string },
  refundId: string,
  reason: string,
): Promise<void> {
  await deps.inTenant(scope, async (tx) => {
    const unlocked = await findRefundRow(tx, refundId)
    const document = unlocked && (await lockDocumentById(tx, unlocked.documentId))
    const refund = await findRefundRow(tx, refundId)
    if (!document || refund?.state !== 'pending' || refund.providerRefundId !== null) return
    await reverseRefund(deps, tx, document, refund, { state: 'failed', reason, transactionId: null })
  })
}
