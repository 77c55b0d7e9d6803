export { findAccountId, findAccountRow, findEnabledAccount } from './account-rows.ts'
export { markEventsApplied } from './event-rows.ts'
export {
  isObjectKind,
  OBJECT_KINDS,
  type ObjectKind,
  SYNC_PAYMENT_OBJECT,
  syncAccountSpec,
  syncObjectSpec,
} from './job-specs.ts'
export { findPayouts, findPayoutsByArrival } from './list-payouts.ts'
export { manageAccount } from './manage-account.ts'
export {
  type CardSetupRequest,
  type EventSubject,
  type EvidenceFile,
  isOutcomeUnknown,
  type PaymentProvider,
  type ProviderAccount,
  ProviderError,
  type Reference,
  type RemoteCard,
  type RemoteCardSetup,
  type RemoteCheckout,
  type RemoteDispute,
  type RemoteEvent,
  type RemotePayment,
  type RemotePayout,
  type RemoteRefund,
  type RemoteTransaction,
  type WebhookEndpoint,
} from './payment-provider.ts'
export { syncPaymentAccount } from './sync-account.job.ts'
