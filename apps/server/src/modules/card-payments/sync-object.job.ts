import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import {
  findAccountId,
  markEventsApplied,
  OBJECT_KINDS,
  type ProviderAccount,
  ProviderError,
  SYNC_PAYMENT_OBJECT,
} from '../payment-accounts/index.ts'
import { applyCardSetup } from './apply-card-setup.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyPayment } from './apply-payment.ts'
import { applyRefund } from './apply-refund.ts'
import type { CardDeps } from './deps.ts'

/** Reads an object of the provider as it is now, and applies it together with the events that named it. */
export const syncPaymentObject = defineJob({
  name: SYNC_PAYMENT_OBJECT,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), kind: z.enum(OBJECT_KINDS), objectId: z.string() }),
  run: async (deps: CardDeps, { tenantId, kind, objectId }) => {
    const readAt = deps.now()
    const accountId = await deps.inTenant({ tenantId }, findAccountId)
    if (!accountId || !deps.paymentProvider.isConfigured()) return
    try {
      await sync(deps, deps.paymentProvider.account(accountId), { tenantId, kind, objectId })
    } catch (error) {
      // It belongs to an account that was replaced, or whose access was taken back.
      if (!(error instanceof ProviderError) || (error.kind !== 'missing' && error.kind !== 'access-lost')) throw error
      deps.log.warn({ err: error, kind, objectId }, 'an object of the payment provider could not be read')
    }
    await deps.inTenant({ tenantId }, (tx) => markEventsApplied(tx, objectId, readAt))
  },
})

interface Which {
  tenantId: string
  kind: (typeof OBJECT_KINDS)[number]
  objectId: string
}

async function sync(deps: CardDeps, account: ProviderAccount, { tenantId, kind, objectId }: Which): Promise<void> {
  const scope = { tenantId }
  switch (kind) {
    case 'payment':
      return syncPayment(deps, account, scope, objectId)
    case 'checkout': {
      const session = await account.findCheckout(objectId)
      await deps.inTenant(scope, (tx) => applyCardSetup(tx, session))
      if (session.intentId) await syncPayment(deps, account, scope, session.intentId)
      if (session.state !== 'open')
        await deps.inTenant(scope, (tx) =>
          tx
            .updateTable('paymentCheckouts')
            .set({ state: session.state === 'completed' ? 'completed' : 'expired' })
            .where('tenantId', '=', tx.tenantId)
            .where('sessionId', '=', session.id)
            .where('state', 'in', ['creating', 'open'])
            .execute(),
        )
      return
    }
    case 'refund': {
      const refund = await account.findRefund(objectId)
      return deps.inTenant(scope, (tx) => applyRefund(deps, tx, refund))
    }
    case 'dispute': {
      const dispute = await account.findDispute(objectId)
      // Its payment may not have been read yet.
      if (dispute.intentId) await syncPayment(deps, account, scope, dispute.intentId)
      return deps.inTenant(scope, (tx) => applyDispute(deps, tx, dispute))
    }
    case 'card':
      await deps.inTenant(scope, (tx) =>
        tx
          .updateTable('paymentCards')
          .set({ removedAt: tx.now() })
          .where('tenantId', '=', tx.tenantId)
          .where('methodId', '=', objectId)
          .where('removedAt', 'is', null)
          .execute(),
      )
  }
}

/** Reads a payment, and its refunds if there are any. */
export async function syncPayment(
  deps: CardDeps,
  account: ProviderAccount,
  scope: { tenantId: string },
  id: string,
): Promise<void> {
  const payment = await account.findPayment(id)
  await deps.inTenant(scope, (tx) => applyPayment(deps, tx, payment))
  if (payment.refundedAmount === 0) return
  for (const refund of await account.listRefunds(payment.intentId))
    await deps.inTenant(scope, (tx) => applyRefund(deps, tx, refund))
}
