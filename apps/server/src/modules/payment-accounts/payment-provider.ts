import type { CardPaymentMethod, DisputeState, EvidenceFileKind, PayoutState } from '@frontdesk/contract/rules'

/** The account of a business at the provider. */
export interface RemoteAccount {
  country: string | null
  currency: string | null
  isChargeEnabled: boolean
  isPayoutEnabled: boolean
  isSubmitted: boolean
  requirements: { fields: string[]; overdueFields: string[]; reasons: Record<string, string> }
  requirementsDueAt: string | null
  isUnderReview: boolean
  disabledReason: string | null
  schedule: { interval: string; weekday: string | null; dayOfMonth: number | null; delayDays: number | null } | null
}

export interface RemoteBank {
  name: string
  last4: string
  currency: string
}

export interface RemoteBalance {
  currency: string
  availableAmount: number
  pendingAmount: number
}

/** A transaction on the account’s balance. `amount` is before `feeAmount`. */
export interface RemoteTransaction {
  id: string
  type: string
  amount: number
  feeAmount: number
  currency: string
  /** The charge, refund, dispute or payout. */
  sourceId: string | null
  createdAt: string
}

/** Our metadata on an object of the provider. */
export interface Reference {
  tenantId: string | null
  documentId: string | null
  /** The row that a request was made for: a payment or a refund. */
  rowId: string | null
}

export interface RemoteCheckout {
  id: string
  url: string | null
  state: 'open' | 'completed' | 'expired'
  intentId: string | null
  reference: Reference
  /** The card that a page without a payment was completed with. */
  card: RemoteCard | null
}

/** An attempt to keep a card without a payment. */
export interface RemoteCardSetup {
  reference: Reference
  /** The last attempt, if the bank declined it. */
  declinedAttempt: string | null
}

export interface RemoteCard {
  methodId: string
  customerId: string
  brand: string
  last4: string
  /** The last day that it works. */
  expiresOn: string | null
}

export interface RemotePayment {
  intentId: string
  state: 'waiting' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  amount: number
  currency: string
  reference: Reference
  chargeId: string | null
  /** Null while the provider has not booked the money. */
  transaction: RemoteTransaction | null
  refundedAmount: number
  method: CardPaymentMethod
  brand: string | null
  last4: string | null
  /** The card, if it may be charged again. */
  card: RemoteCard | null
  /** Why the last attempt failed; `attempt` tells attempts apart. */
  failure: { attempt: string; code: string; reason: string } | null
}

export interface RemoteRefund {
  id: string
  state: 'pending' | 'requires-action' | 'succeeded' | 'failed' | 'cancelled'
  amount: number
  currency: string
  intentId: string | null
  reference: Reference
  transactionId: string | null
  failureTransactionId: string | null
  failureReason: string | null
}

export interface RemoteDispute {
  id: string
  intentId: string | null
  state: DisputeState
  amount: number
  currency: string
  reason: string
  evidenceDueAt: string | null
  isSubmitted: boolean
  /** Transactions that took money for it or gave it back. */
  transactions: RemoteTransaction[]
  createdAt: string
}

export interface RemotePayout {
  id: string
  state: PayoutState
  amount: number
  currency: string
  arrivesOn: string
  failureReason: string | null
  /** Whether the provider says which transactions it consists of. */
  isAutomatic: boolean
  transactionId: string | null
  failureTransactionId: string | null
  createdAt: string
}

export interface CheckoutRequest {
  title: string
  amount: number
  tipAmount: number
  tipTitle: string
  currency: string
  reference: { tenantId: string; documentId: string; rowId: string }
  returnUrl: string
  /** Address that the page links back to without a payment; the same by default. */
  cancelUrl?: string | undefined
  keepsCard: boolean
  /** No bank debits: these take days to settle. */
  isCardOnly: boolean
  language: 'en' | 'es' | 'fr'
  /** Seconds since 1970. */
  expiresAt: number
}

export interface CardSetupRequest {
  currency: string
  description: string
  reference: { tenantId: string; documentId: null; rowId: string }
  returnUrl: string
  /** Address that the page links back to without a card; the same by default. */
  cancelUrl?: string | undefined
  language: 'en' | 'es' | 'fr'
  /** Seconds since 1970. */
  expiresAt: number
}

export interface ChargeRequest {
  amount: number
  currency: string
  description: string
  customerId: string
  methodId: string
  reference: { tenantId: string; documentId: string; rowId: string }
}

export interface RefundRequestToProvider {
  intentId: string
  amount: number
  reference: { tenantId: string; documentId: string; rowId: string }
}

export interface EvidenceRequest {
  customerName: string
  productDescription: string
  serviceDate: string
  statement: string
  /** Ids of uploaded files. */
  fileIds: Partial<Record<EvidenceFileKind, string>>
}

/** A PDF. */
export interface EvidenceFile {
  filename: string
  content: Uint8Array
}

/**
 * Requests for one connected account. All reject with `ProviderError`. The key makes a request safe to repeat for a
 * day.
 */
export interface ProviderAccount {
  findAccount: () => Promise<RemoteAccount>
  findBank: () => Promise<RemoteBank | null>
  listBalances: () => Promise<RemoteBalance[]>
  createCheckout: (request: CheckoutRequest, key: string) => Promise<RemoteCheckout>
  /** A page on which a contact lets the business keep a card, without a payment. */
  createCardSetup: (request: CardSetupRequest, key: string) => Promise<RemoteCheckout>
  findCardSetup: (id: string) => Promise<RemoteCardSetup>
  findCheckout: (id: string) => Promise<RemoteCheckout>
  expireCheckout: (id: string) => Promise<RemoteCheckout>
  chargeCard: (request: ChargeRequest, key: string) => Promise<RemotePayment>
  /** By the id of its intent, or of its charge. */
  findPayment: (id: string) => Promise<RemotePayment>
  /** Looks for a charge of a card on file whose response was lost. */
  findChargeOf: (customerId: string, rowId: string) => Promise<RemotePayment | null>
  createRefund: (request: RefundRequestToProvider, key: string) => Promise<RemoteRefund>
  findRefund: (id: string) => Promise<RemoteRefund>
  listRefunds: (intentId: string) => Promise<RemoteRefund[]>
  findDispute: (id: string) => Promise<RemoteDispute>
  /** Uploads a file for the evidence about a dispute. */
  uploadEvidence: (file: EvidenceFile, key: string) => Promise<string>
  submitEvidence: (disputeId: string, evidence: EvidenceRequest, key: string) => Promise<RemoteDispute>
  findPayout: (id: string) => Promise<RemotePayout>
  /** The newest. */
  listPayouts: () => Promise<RemotePayout[]>
  /** Since a time, oldest last. */
  listTransactions: (since: string) => Promise<RemoteTransaction[]>
  listTransactionsOfPayout: (payoutId: string) => Promise<RemoteTransaction[]>
  removeCard: (methodId: string) => Promise<void>
}

export const EVENT_SUBJECTS = [
  'account',
  'access',
  'payout',
  'checkout',
  'payment',
  'refund',
  'dispute',
  'card',
  'card-setup',
] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

/** A notification; its object is read from the provider. */
export interface RemoteEvent {
  id: string
  type: string
  accountId: string | null
  /** Null: nothing that concerns us. */
  subject: { kind: EventSubject; id: string } | null
  isLive: boolean
  createdAt: string
}

export type WebhookEndpoint = 'platform' | 'connect'

export interface PaymentProvider {
  isConfigured: () => boolean
  /** Whether real money moves. */
  isLive: () => boolean
  createAccount: (
    request: { tenantId: string; businessName: string; email: string; website: string | null },
    key: string,
  ) => Promise<string>
  /** A link to pages of the provider that works once. */
  createAccountLink: (accountId: string, returnUrl: string) => Promise<string>
  account: (accountId: string) => ProviderAccount
  /** Null: not signed with a secret of the endpoint, or too old. */
  readEvent: (endpoint: WebhookEndpoint, body: string, signature: string, now: string) => RemoteEvent | null
}

/**
 * `unreachable`: no response came, so the outcome is unknown. `failed`: the provider answered with an error of its own,
 * which it keeps under the key. `busy`: nothing was done, and it may be repeated. `declined`: the card was refused.
 * `refused`: the request cannot be carried out. `missing`: there is no such object. `access-lost`: the business took
 * the access back.
 */
export type ProviderErrorKind = 'unreachable' | 'failed' | 'busy' | 'declined' | 'refused' | 'missing' | 'access-lost'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly code: string
  readonly reason: string
  /** The payment that was declined. */
  readonly intentId: string | null

  constructor(
    kind: ProviderErrorKind,
    {
      code = '',
      reason = '',
      intentId = null,
      cause,
    }: { code?: string; reason?: string; intentId?: string | null; cause?: unknown } = {},
  ) {
    super(`The payment provider failed: ${kind} ${code}`.trim(), { cause })
    this.kind = kind
    this.code = code
    this.reason = reason
    this.intentId = intentId
  }
}

/** Whether the request may have had its effect. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === 'unreachable' || error.kind === 'failed')

declare module '../../platform/module.ts' {
  interface BaseServices {
    paymentProvider: PaymentProvider
  }
}
