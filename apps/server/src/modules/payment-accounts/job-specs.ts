import type { JobSpec } from '../../platform/jobs/define-job.ts'
import type { EventSubject } from './payment-provider.ts'

export const SYNC_PAYMENT_ACCOUNT = 'sync-payment-account'
export const SYNC_PAYOUT = 'sync-payout'
export const RECONCILE_PAYMENTS = 'reconcile-payments'
/** Run by the module of card payments. */
export const SYNC_PAYMENT_OBJECT = 'sync-payment-object'

/** About a day; the nightly comparison finds missing transactions after that. */
const ATTEMPTS = 14

export const syncAccountSpec = (tenantId: string, runAt?: string): JobSpec => ({
  identifier: SYNC_PAYMENT_ACCOUNT,
  payload: { tenantId },
  jobKey: `sync-payment-account:${tenantId}${runAt ? ':later' : ''}`,
  ...(runAt && { runAt }),
  maxAttempts: ATTEMPTS,
})

export const reconcilePaymentsSpec = (tenantId: string, runAt?: string): JobSpec => ({
  identifier: RECONCILE_PAYMENTS,
  payload: { tenantId, isSecondPass: runAt !== undefined },
  jobKey: `reconcile-payments:${tenantId}`,
  ...(runAt && { runAt }),
  maxAttempts: 5,
})

export const syncPayoutSpec = (tenantId: string, payoutId: string): JobSpec => ({
  identifier: SYNC_PAYOUT,
  payload: { tenantId, payoutId },
  jobKey: `sync-payout:${payoutId}`,
  maxAttempts: ATTEMPTS,
})

/** Subjects that are payments, or belong to one. */
export const OBJECT_KINDS = ['checkout', 'payment', 'refund', 'dispute', 'card', 'card-setup'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
export const isObjectKind = (kind: EventSubject): kind is ObjectKind => OBJECT_KINDS.some((each) => each === kind)

export const syncObjectSpec = (tenantId: string, kind: ObjectKind, objectId: string): JobSpec => ({
  identifier: SYNC_PAYMENT_OBJECT,
  payload: { tenantId, kind, objectId },
  jobKey: `sync-payment-object:${objectId}`,
  maxAttempts: ATTEMPTS,
})
