/**
 * Whether a business can take payments online. `restricted`: the provider stopped charges until something is completed.
 */
export const PAYMENT_ACCOUNT_STATES = ['none', 'incomplete', 'enabled', 'restricted', 'disconnected'] as const
export type PaymentAccountState = (typeof PAYMENT_ACCOUNT_STATES)[number]

/** The provider’s requirements by subject: its own names have dozens of forms. */
export const REQUIREMENT_TOPICS = [
  'bank-account',
  'business-details',
  'website',
  'tax-id',
  'owners',
  'person-details',
  'identity-document',
  'terms',
  'other',
] as const
export type RequirementTopic = (typeof REQUIREMENT_TOPICS)[number]

const TOPIC_PATTERNS: readonly (readonly [RegExp, RequirementTopic])[] = [
  [/^external_account/, 'bank-account'],
  [/^tos_acceptance/, 'terms'],
  [/verification|document/, 'identity-document'],
  [/^business_profile\.(url|product_description|support_url)/, 'website'],
  [/tax_id|vat_id|registration_number/, 'tax-id'],
  [/^(owners|directors|executives|company\.(owners|directors|executives)_provided)/, 'owners'],
  [/^(individual|person_|representative|relationship)/, 'person-details'],
  [/^(company|business_profile|business_type)/, 'business-details'],
]

/** The subject of a field that the provider requires: `individual.dob.day` is about a person. */
export const requirementTopic = (field: string): RequirementTopic =>
  TOPIC_PATTERNS.find(([pattern]) => pattern.test(field))?.[1] ?? 'other'

/** Files that are sent to the bank about a dispute. */
export const EVIDENCE_FILES = ['receipt', 'estimate', 'messages'] as const
export type EvidenceFileKind = (typeof EVIDENCE_FILES)[number]

export const PAYOUT_INTERVALS = ['manual', 'daily', 'weekly', 'monthly'] as const

export const PAYOUT_STATES = ['pending', 'in-transit', 'paid', 'failed', 'cancelled'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** How a payment was made at the provider. */
export const CARD_PAYMENT_METHODS = ['card', 'bank-debit'] as const
export type CardPaymentMethod = (typeof CARD_PAYMENT_METHODS)[number]

/** `unknown`: the provider’s response was lost, and whether it was made is being found out. */
export const CARD_PAYMENT_STATES = ['processing', 'unknown', 'succeeded', 'failed', 'cancelled'] as const
export type CardPaymentState = (typeof CARD_PAYMENT_STATES)[number]

/** `inquiry`: the bank asks, and no money has moved. */
export const DISPUTE_STATES = ['inquiry', 'needs-response', 'under-review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/**
 * Why contacts dispute payments: all reasons of Stripe’s that are theirs or their bank’s. Others are shown as “other”.
 */
export const DISPUTE_REASONS = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number]

/** Why what the provider has and the ledger differ. */
export const PAYMENT_DIFFERENCE_KINDS = ['not-in-ledger', 'not-at-provider', 'other-amount'] as const
export type PaymentDifferenceKind = (typeof PAYMENT_DIFFERENCE_KINDS)[number]

/** Reasons of failed payments that have a text of their own. Others are shown in the provider’s words. */
export const PAYMENT_FAILURES = [
  'account_replaced',
  'authentication_required',
  'card_declined',
  'card_not_supported',
  'card_removed',
  'currency_not_supported',
  'debit_not_authorized',
  'do_not_honor',
  'duplicate_transaction',
  'expired_card',
  'fraudulent',
  'generic_decline',
  'incorrect_address',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_pin',
  'insufficient_funds',
  'invalid_account',
  'invalid_expiry',
  'limit_exceeded',
  'lost_card',
  'not_due',
  'paid_online',
  'pickup_card',
  'processing_error',
  'stolen_card',
] as const
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number]

/** Codes of the provider that mean the same. https://docs.stripe.com/declines/codes */
const SAME_FAILURES: Record<string, PaymentFailure> = {
  account_closed: 'invalid_account',
  approve_with_id: 'authentication_required',
  call_issuer: 'card_declined',
  card_velocity_exceeded: 'limit_exceeded',
  do_not_try_again: 'card_declined',
  incorrect_zip: 'incorrect_address',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'invalid_expiry',
  invalid_expiry_year: 'invalid_expiry',
  invalid_number: 'incorrect_number',
  invalid_pin: 'incorrect_pin',
  issuer_not_available: 'processing_error',
  merchant_blacklist: 'fraudulent',
  new_account_information_available: 'invalid_account',
  no_account: 'invalid_account',
  no_action_taken: 'card_declined',
  not_permitted: 'card_not_supported',
  offline_pin_required: 'incorrect_pin',
  online_or_offline_pin_required: 'incorrect_pin',
  payment_intent_authentication_failure: 'authentication_required',
  pin_try_exceeded: 'incorrect_pin',
  reenter_transaction: 'processing_error',
  restricted_card: 'pickup_card',
  revocation_of_all_authorizations: 'card_declined',
  revocation_of_authorization: 'card_declined',
  security_violation: 'card_declined',
  service_not_allowed: 'card_not_supported',
  stop_payment_order: 'card_declined',
  transaction_not_allowed: 'card_not_supported',
  try_again_later: 'processing_error',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
}

/** The reason that a code of a failed payment stands for; null if it has no text of its own. */
export const paymentFailure = (code: string | null): PaymentFailure | null =>
  PAYMENT_FAILURES.find((each) => each === code) ?? SAME_FAILURES[code ?? ''] ?? null

/** What a payer is told about a failed payment, and can do something about. */
export const PAYER_FAILURES = [
  'address',
  'authentication',
  'declined',
  'expired',
  'funds',
  'limit',
  'number',
  'processing',
  'security-code',
  'unsupported',
] as const
export type PayerFailure = (typeof PAYER_FAILURES)[number]

/**
 * That a card is reported as lost or stolen, or that a payment looks like fraud, is not for the person who tries to pay
 * with it. Null: nothing that concerns the card.
 */
const FAILURES_OF_PAYERS: Record<PaymentFailure, PayerFailure | null> = {
  account_replaced: null,
  authentication_required: 'authentication',
  card_declined: 'declined',
  card_not_supported: 'unsupported',
  card_removed: null,
  currency_not_supported: 'unsupported',
  debit_not_authorized: 'declined',
  do_not_honor: 'declined',
  duplicate_transaction: 'declined',
  expired_card: 'expired',
  fraudulent: 'declined',
  generic_decline: 'declined',
  incorrect_address: 'address',
  incorrect_cvc: 'security-code',
  incorrect_number: 'number',
  incorrect_pin: 'declined',
  insufficient_funds: 'funds',
  invalid_account: 'declined',
  invalid_expiry: 'expired',
  limit_exceeded: 'limit',
  lost_card: 'declined',
  not_due: null,
  paid_online: null,
  pickup_card: 'declined',
  processing_error: 'processing',
  stolen_card: 'declined',
}

export function payerFailure(code: string | null): PayerFailure | null {
  const failure = paymentFailure(code)
  return failure && FAILURES_OF_PAYERS[failure]
}

const CARD_BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/**
 * A card or bank account as people write it: Visa •••• 4242. `brand`: the provider’s name for it, or that of the bank.
 */
export const cardText = ({ brand, last4 }: { brand: string | null; last4: string | null }): string =>
  [brand && (CARD_BRANDS[brand] ?? brand), last4 && `•••• ${last4}`].filter(Boolean).join(' ')

/** A person’s consent to keep a card, as it is shown and stored. `business`: the name of who may charge it. */
export const cardConsent = (business: string, language: 'en' | 'es' | 'fr'): string => {
  switch (language) {
    case 'es':
      return `Guardar mi tarjeta. ${business} puede cobrarme en ella lo que acordemos, y me enviará un recibo cada vez. Puedo pedir que la eliminen en cualquier momento.`
    case 'fr':
      return `Enregistrer ma carte. ${business} peut y débiter ce dont nous convenons et m’enverra un reçu à chaque fois. Je peux demander sa suppression à tout moment.`
    default:
      return `Keep my card on file. ${business} may charge it for what we agree on, and sends me a receipt each time. I can have it removed at any time.`
  }
}
