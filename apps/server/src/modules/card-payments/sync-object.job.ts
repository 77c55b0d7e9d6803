import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import {
  findAccountId,
  markEventsApplied,
  OBJECT_KINDS,
  type ProviderAccount,
  ProviderError,
  SYNC_PAYMENT_OBJECT,
} from '../payment-accounts/index.ts'
import { applyCardSetup, applyDeclinedCard } from './apply-card-setup.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyPayment } from './apply-payment.ts'
import { applyRefund } from './apply-refund.ts'
import { findOpenSession } from './card-setups.ts'
import type { CardDeps } from './deps.ts'
import { listUnfinished } from './start-checkout.ts'

/** Reads an object of the provider as it is now, and applies it in one transaction with the events that named it. */
export const syncPaymentObject = defineJob({
  name: SYNC_PAYMENT_OBJECT,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), kind: z.enum(OBJECT_KINDS), objectId: z.string() }),
  run: (deps: CardDeps, { tenantId, ...which }) => syncObject(deps, { tenantId }, which),
})

async function syncObject(deps: CardDeps, { tenantId }: { tenantId: string }, which: Which): Promise<void> {
  const scope = { tenantId, prepares: true }
  const readAt = deps.now()
  const accountId = await deps.inTenant(scope, findAccountId)
  if (!accountId || !deps.paymentProvider.isConfigured()) return
  const apply = await readObject(deps, deps.paymentProvider.account(accountId), which)
  await deps.inTenant(scope, async (tx) => {
    await apply(tx)
    await markEventsApplied(tx, which.objectId, readAt)
  })
}

/** Reads the open checkout pages of a document from the provider, whose events about a payment may be late. */
export async function syncCheckouts(deps: CardDeps, scope: { tenantId: string }, documentId: string): Promise<void> {
  const checkouts = await deps.inTenant(scope, (tx) => listUnfinished(tx, documentId))
  for (const { sessionId } of checkouts)
    if (sessionId !== null) await syncObject(deps, scope, { kind: 'checkout', objectId: sessionId })
}

/** Does the same for a page on which a contact leaves a card. */
export async function syncCardSetup(deps: CardDeps, scope: { tenantId: string }, setupId: string): Promise<void> {
  const sessionId = await deps.inTenant(scope, (tx) => findOpenSession(tx, setupId))
  if (sessionId !== null) await syncObject(deps, scope, { kind: 'checkout', objectId: sessionId })
}

type Apply = (tx: TenantTx) => Promise<void>

interface Which {
  kind: (typeof OBJECT_KINDS)[number]
  objectId: string
}

async function readObject(deps: CardDeps, account: ProviderAccount, which: Which): Promise<Apply> {
  try {
    return await readPresent(deps, account, which)
  } catch (error) {
    // It belongs to an account that was replaced, or whose access was taken back.
    if (!(error instanceof ProviderError) || (error.kind !== 'missing' && error.kind !== 'access-lost')) throw error
    deps.log.warn({ err: error, ...which }, 'an object of the payment provider could not be read')
    return async () => {}
  }
}

async function readPresent(deps: CardDeps, account: ProviderAccount, { kind, objectId }: Which): Promise<Apply> {
  switch (kind) {
    case 'payment':
      return readPayment(deps, account, objectId)
    case 'checkout': {
      const session = await account.findCheckout(objectId)
      const applyItsPayment = session.intentId && (await readPayment(deps, account, session.intentId))
      return async (tx) => {
        await applyCardSetup(tx, session)
        if (applyItsPayment) await applyItsPayment(tx)
        if (session.state !== 'open')
          await tx
            .updateTable('paymentCheckouts')
            .set({ state: session.state === 'completed' ? 'completed' : 'expired' })
            .where('tenantId', '=', tx.tenantId)
            .where('sessionId', '=', session.id)
            .where('state', 'in', ['creating', 'open'])
            .execute()
      }
    }
    case 'refund': {
      const refund = await account.findRefund(objectId)
      return (tx) => applyRefund(deps, tx, refund)
    }
    case 'dispute': {
      const dispute = await account.findDispute(objectId)
      // Its payment may not have been read yet.
      const applyItsPayment = dispute.intentId && (await readPayment(deps, account, dispute.intentId))
      return async (tx) => {
        if (applyItsPayment) await applyItsPayment(tx)
        await applyDispute(deps, tx, dispute)
      }
    }
    case 'card-setup': {
      const setup = await account.findCardSetup(objectId)
      return (tx) => applyDeclinedCard(tx, setup)
    }
    case 'card':
      return async (tx) => {
        await tx
          .updateTable('paymentCards')
          .set({ removedAt: tx.now() })
          .where('tenantId', '=', tx.tenantId)
          .where('methodId', '=', objectId)
          .where('removedAt', 'is', null)
          .execute()
      }
  }
}

/** Reads a payment, and its refunds if there are any. */
async function readPayment(deps: CardDeps, account: ProviderAccount, id: string): Promise<Apply> {
  const payment = await account.findPayment(id)
  const refunds = payment.refundedAmount === 0 ? [] : await account.listRefunds(payment.intentId)
  return async (tx) => {
    await applyPayment(deps, tx, payment)
    for (const refund of refunds) await applyRefund(deps, tx, refund)
  }
}
