import type Stripe from 'stripe'

/** Version of the API that the sandbox speaks: the one that the installed SDK pins. */
export const API_VERSION = '2026-10-28.endive'

/** Owner of accounts and of objects that belong to no connected account. */
export const PLATFORM = 'platform'

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  account?: string
  type: string
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  data: { object: object; previous_attributes?: object }
}

/** Stored objects by their `object` field. */
export interface StripeObjects {
  account: Stripe.Account
  bank_account: Stripe.BankAccount
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: StripeEvent
  file: Stripe.File
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payout: Stripe.Payout
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
}
export type StripeKind = keyof StripeObjects

/** State of an object that the API does not show. */
export interface Memo {
  /** How a test card behaves. Numbers of cards are not kept. */
  behavior?: CardBehavior
  /** Authentication was completed while the card was saved, so charges without the customer do not ask for it. */
  isAuthenticated?: boolean
  /** Items of a Checkout Session. */
  lineItems?: Stripe.LineItem[]
  /** Parameters that a Checkout Session passes to its intent. */
  intent?: IntentParameters
  /** Payout that contains a balance transaction. */
  payoutId?: string
  /** A refund ends this way when it settles. */
  settlesAs?: 'succeeded' | 'failed'
  /** Content of a file, in base64. */
  content?: string
  /** Milliseconds by which the account’s clock is ahead. */
  clockOffset?: number
  isDisconnected?: boolean
}

export interface IntentParameters {
  metadata?: Record<string, string> | undefined
  description?: string | undefined
  receipt_email?: string | undefined
  setup_future_usage?: 'on_session' | 'off_session' | undefined
  statement_descriptor_suffix?: string | undefined
}

export interface CardBehavior {
  decline?: string
  /** It is declined when it is charged only, not when it is saved. */
  isSavable?: boolean
  /** `once`: not for charges without the customer after it was saved with authentication. */
  authentication?: 'once' | 'always'
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  refund?: 'fails' | 'is-pending'
  /** Outcome of a bank debit days later. */
  settlement?: string
  /** The money is available at once. */
  isImmediate?: boolean
}
