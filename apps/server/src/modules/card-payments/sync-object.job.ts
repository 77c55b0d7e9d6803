import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribeInBatches } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { mapConcurrently } from '../../platform/map-concurrently.ts'
import { paymentObjectReported } from '../payment-accounts/events.ts'
import {
  findAccountId,
  isObjectKind,
  markEventsApplied,
  OBJECT_KINDS,
  type ProviderAccount,
  ProviderError,
  type RemotePayment,
  type RemoteRefund,
  SYNC_PAYMENT_OBJECT,
  syncObjectSpec,
} from '../payment-accounts/index.ts'
import { applyCardSetup, applyDeclinedCard } from './apply-card-setup.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyPayments } from './apply-payments.ts'
import { applyRefund } from './apply-refund.ts'
import { findOpenSession } from './card-setups.ts'
import { lockDocumentsOf } from './charge-rows.ts'
import type { CardDeps } from './deps.ts'
import { SYNC_PAYMENT_OBJECTS, syncObjectsSpec } from './job-specs.ts'
import { listUnfinished } from './start-checkout.ts'

/** Objects that are applied in one transaction. */
const BATCH_MAX = 50
/** Requests of a batch to the provider at a time. */
const READS_AT_ONCE = 8

const PaymentObject = z.object({ kind: z.enum(OBJECT_KINDS), objectId: z.string() })
type PaymentObject = z.infer<typeof PaymentObject>

/** The objects that events name are read and applied together. Any number of events about the same are one of them. */
export const syncReported = subscribeInBatches([paymentObjectReported], (events) =>
  [...Map.groupBy(events, ({ tenantId }) => tenantId)].flatMap(([tenantId, reported]) => {
    const byId = new Map(
      reported.flatMap(({ data: { kind, objectID: objectId } }) =>
        isObjectKind(kind) ? [[objectId, { kind, objectId }] as const] : [],
      ),
    )
    const objects = [...byId.values()]
    return Array.from({ length: Math.ceil(objects.length / BATCH_MAX) }, (_, batch) =>
      syncObjectsSpec(tenantId, objects.slice(batch * BATCH_MAX, (batch + 1) * BATCH_MAX)),
    )
  }),
)

/** Reads and applies objects. If that fails, each one gets a job of its own, so that it does not hold up the others. */
export const syncPaymentObjects = defineJob({
  name: SYNC_PAYMENT_OBJECTS,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), objects: z.array(PaymentObject) }),
  run: async (deps: CardDeps, { tenantId, objects }) => {
    try {
      await syncObjects(deps, { tenantId }, objects)
    } catch (error) {
      deps.log.warn({ err: error, objects: objects.length }, 'objects of the payment provider are applied one by one')
      await deps.inTenant({ tenantId }, (tx) =>
        enqueue(tx, ...objects.map(({ kind, objectId }) => syncObjectSpec(tenantId, kind, objectId))),
      )
    }
  },
})

export const syncPaymentObject = defineJob({
  name: SYNC_PAYMENT_OBJECT,
  lane: 'payments',
  payload: PaymentObject.extend({ tenantId: z.uuid() }),
  run: (deps: CardDeps, { tenantId, ...object }) => syncObjects(deps, { tenantId }, [object]),
})

/** Reads objects of the provider as they are now, and applies them in one transaction with the events that named them. */
async function syncObjects(
  deps: CardDeps,
  { tenantId }: { tenantId: string },
  objects: readonly PaymentObject[],
): Promise<void> {
  const scope = { tenantId, prepares: true }
  const readAt = deps.now()
  const accountId = await deps.inTenant(scope, findAccountId)
  if (!accountId || !deps.paymentProvider.isConfigured()) return
  const account = deps.paymentProvider.account(accountId)
  const found = await mapConcurrently(objects, READS_AT_ONCE, (object) =>
    ifPresent(deps, object, () => readObject(deps, account, object)),
  )
  const readings = found.filter((reading) => reading !== null)
  const intentIds = [...new Set(readings.flatMap(({ intentId }) => intentId ?? []))]
  const payments = (
    await mapConcurrently(intentIds, READS_AT_ONCE, (objectId) =>
      ifPresent(deps, { kind: 'payment', objectId }, () => readPayment(account, objectId)),
    )
  ).filter((payment) => payment !== null)
  await deps.inTenant(scope, async (tx) => {
    const refunded = readings.flatMap(({ refundedIntentId }) => refundedIntentId ?? [])
    if (refunded.length > 0) await lockDocumentsOf(tx, { payments, intentIds: refunded })
    await applyPayments(deps, tx, payments)
    for (const refund of payments.flatMap(({ refunds }) => refunds)) await applyRefund(deps, tx, refund)
    for (const { apply } of readings) await apply?.(tx)
    await markEventsApplied(
      tx,
      objects.map(({ objectId }) => objectId),
      readAt,
    )
  })
}

/** Reads the open checkout pages of a document from the provider, whose events about a payment may be late. */
export async function syncCheckouts(deps: CardDeps, scope: { tenantId: string }, documentId: string): Promise<void> {
  const checkouts = await deps.inTenant(scope, (tx) => listUnfinished(tx, documentId))
  const sessionIds = checkouts.flatMap(({ sessionId }) => sessionId ?? [])
  if (sessionIds.length > 0) await syncObjects(deps, scope, sessionIds.map(toCheckout))
}

/** Does the same for a page on which a contact leaves a card. */
export async function syncCardSetup(deps: CardDeps, scope: { tenantId: string }, setupId: string): Promise<void> {
  const sessionId = await deps.inTenant(scope, (tx) => findOpenSession(tx, setupId))
  if (sessionId !== null) await syncObjects(deps, scope, [toCheckout(sessionId)])
}

const toCheckout = (objectId: string): PaymentObject => ({ kind: 'checkout', objectId })

/** An object as it was read. */
interface Reading {
  /** A payment that is read and applied first. */
  intentId?: string | null
  /** The payment of a refund. */
  refundedIntentId?: string | null
  apply?: (tx: TenantTx) => Promise<void>
}

async function ifPresent<Result>(
  deps: CardDeps,
  object: PaymentObject,
  read: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await read()
  } catch (error) {
    // It belongs to an account that was replaced, or whose access was taken back.
    if (!(error instanceof ProviderError) || (error.kind !== 'missing' && error.kind !== 'access-lost')) throw error
    deps.log.warn({ err: error, ...object }, 'an object of the payment provider could not be read')
    return null
  }
}

async function readObject(
  deps: CardDeps,
  account: ProviderAccount,
  { kind, objectId }: PaymentObject,
): Promise<Reading> {
  switch (kind) {
    case 'payment':
      return { intentId: objectId }
    case 'checkout': {
      const session = await account.findCheckout(objectId)
      return {
        intentId: session.intentId,
        apply: async (tx) => {
          await applyCardSetup(tx, session)
          if (session.state !== 'open')
            await tx
              .updateTable('paymentCheckouts')
              .set({ state: session.state === 'completed' ? 'completed' : 'expired' })
              .where('tenantId', '=', tx.tenantId)
              .where('sessionId', '=', session.id)
              .where('state', 'in', ['creating', 'open'])
              .execute()
        },
      }
    }
    case 'refund': {
      const refund = await account.findRefund(objectId)
      return { refundedIntentId: refund.intentId, apply: (tx) => applyRefund(deps, tx, refund) }
    }
    case 'dispute': {
      const dispute = await account.findDispute(objectId)
      // Its payment may not have been read yet.
      return { intentId: dispute.intentId, apply: (tx) => applyDispute(deps, tx, dispute) }
    }
    case 'card-setup': {
      const setup = await account.findCardSetup(objectId)
      return { apply: (tx) => applyDeclinedCard(tx, setup) }
    }
    case 'card':
      return {
        apply: async (tx) => {
          await tx
            .updateTable('paymentCards')
            .set({ removedAt: tx.now() })
            .where('tenantId', '=', tx.tenantId)
            .where('methodId', '=', objectId)
            .where('removedAt', 'is', null)
            .execute()
        },
      }
  }
}

/** Reads a payment, and its refunds if there are any. */
async function readPayment(
  account: ProviderAccount,
  id: string,
): Promise<RemotePayment & { refunds: readonly RemoteRefund[] }> {
  const payment = await account.findPayment(id)
  const refunds = payment.refundedAmount === 0 ? [] : await account.listRefunds(payment.intentId)
  return { ...payment, refunds }
}
