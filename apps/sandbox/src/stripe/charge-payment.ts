import type Stripe from 'stripe'
import type { SandboxContext } from '../platform/context.ts'
import { addTransaction, cardFee, debitFee } from './balance.ts'
import { describeDecline } from './cards.ts'
import { clockOf, DAY_MS, secondsOf } from './clock.ts'
import { openDispute } from './disputes.ts'
import { changeObject, emitEvent } from './emit-event.ts'
import { makeStripeId, randomText } from './ids.ts'
import { type IntentParameters, PLATFORM } from './objects.ts'
import { partial } from './partial.ts'
import { schedulePayout } from './schedule-payout.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

const SETTLEMENT_DAYS = 4

export interface NewIntent extends IntentParameters {
  amount: number
  currency: string
  customer?: string | undefined
  paymentMethodTypes: string[]
  status?: Stripe.PaymentIntent.Status
}

/** Stripe refuses payments to accounts that lack required details. */
export function assertChargesEnabled(context: SandboxContext, accountId: string): void {
  const account = context.stripe.find(PLATFORM, 'account', accountId)
  if (account && !account.charges_enabled)
    throw invalidRequest('Your account cannot currently make live charges.', { code: 'testmode_charges_only' })
}

export function createIntent(context: SandboxContext, accountId: string, input: NewIntent): Stripe.PaymentIntent {
  assertChargesEnabled(context, accountId)
  const id = makeStripeId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: secondsOf(context, accountId),
    currency: input.currency,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: input.paymentMethodTypes,
    payment_record: null,
    processing: null,
    receipt_email: input.receipt_email ?? null,
    review: null,
    setup_future_usage: input.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    status: input.status ?? 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  context.stripe.add(accountId, 'payment_intent', intent)
  emitEvent(context, accountId, 'payment_intent.created', intent)
  return intent
}

export interface Confirmation {
  method: Stripe.PaymentMethod
  isOffSession?: boolean
  /** Whether the customer authenticated the payment; undefined until authentication was attempted. */
  authentication?: 'completed' | 'failed' | undefined
}

export interface ConfirmationResult {
  intent: Stripe.PaymentIntent
  /** The charge was declined. */
  error?: StripeError
}

/** Charges a payment method. Bank debits are processing until they settle. */
export function confirmIntent(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  { method, isOffSession = false, authentication }: Confirmation,
): ConfirmationResult {
  const { behavior = {}, isAuthenticated } = context.stripe.memo(method.id)
  const mustAuthenticate =
    behavior.authentication === 'always' || (behavior.authentication === 'once' && !(isOffSession && isAuthenticated))
  if (mustAuthenticate && authentication !== 'completed') {
    if (isOffSession) return decline(context, accountId, intent, method, 'authentication_required')
    if (authentication === 'failed') return failAuthentication(context, accountId, intent, method)
    const changed = changeObject<'payment_intent'>(
      context,
      accountId,
      intent,
      {
        status: 'requires_action',
        payment_method: method.id,
        next_action: partial<Stripe.PaymentIntent.NextAction>({
          type: 'use_stripe_sdk',
          use_stripe_sdk: {},
        }),
      },
      'payment_intent.requires_action',
    )
    return { intent: changed }
  }
  if (behavior.decline) return decline(context, accountId, intent, method, behavior.decline)
  if (authentication === 'completed')
    context.stripe.saveMemo(method.id, { ...context.stripe.memo(method.id), isAuthenticated: true })
  attachForFutureUse(context, accountId, intent, method)
  return method.type === 'us_bank_account'
    ? { intent: startDebit(context, accountId, intent, method) }
    : { intent: succeed(context, accountId, intent, addCharge(context, accountId, intent, method, {})) }
}

/** Saves the payment method with the customer when the payment asks for that. */
function attachForFutureUse(
  context: SandboxContext,
  accountId: string,
  { customer, setup_future_usage: usage }: Pick<Stripe.PaymentIntent, 'customer' | 'setup_future_usage'>,
  method: Stripe.PaymentMethod,
): void {
  if (usage && typeof customer === 'string' && method.customer === null)
    attachMethod(context, accountId, method, customer)
}

export function attachMethod(
  context: SandboxContext,
  accountId: string,
  method: Stripe.PaymentMethod,
  customer: string,
): void {
  changeObject<'payment_method'>(context, accountId, method, { customer }, 'payment_method.attached')
}

function decline(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: string,
): ConfirmationResult {
  const { code, message } = describeDecline(reason)
  const charge = addCharge(context, accountId, intent, method, { failure: { code, message, reason } })
  emitEvent(context, accountId, 'charge.failed', charge)
  return failIntent(context, accountId, intent, method, { code, message, declineCode: reason, chargeId: charge.id })
}

const failAuthentication = (
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): ConfirmationResult =>
  failIntent(context, accountId, intent, method, {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })

function failIntent(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { code, message, declineCode, chargeId }: { code: string; message: string; declineCode?: string; chargeId?: string },
): ConfirmationResult {
  const details = {
    code,
    ...(declineCode && { decline_code: declineCode }),
    ...(chargeId && { charge: chargeId }),
    payment_method: method,
  }
  const changed = changeObject<'payment_intent'>(
    context,
    accountId,
    intent,
    {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      processing: null,
      latest_charge: chargeId ?? intent.latest_charge,
      last_payment_error: partial<Stripe.PaymentIntent.LastPaymentError>({
        ...details,
        message,
        type: chargeId ? 'card_error' : 'invalid_request_error',
      }),
    },
    'payment_intent.payment_failed',
  )
  return {
    intent: changed,
    error: new StripeError(402, 'card_error', message, { ...details, payment_intent: changed }),
  }
}

interface ChargeOutcome {
  failure?: { code: string; message: string; reason: string }
  isPending?: boolean
}

function addCharge(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { failure, isPending = false }: ChargeOutcome,
): Stripe.Charge {
  const id = makeStripeId(method.type === 'card' ? 'ch' : 'py')
  return context.stripe.add(accountId, 'charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details as Stripe.Charge.BillingDetails,
    calculated_statement_descriptor: 'FRONTDESK SANDBOX',
    captured: !failure,
    created: secondsOf(context, accountId),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: partial<Stripe.Charge.Outcome>({
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.reason ?? null,
      risk_level: 'normal',
      seller_message: failure ? failure.message : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    }),
    paid: !failure && !isPending,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: describeMethod(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: `${context.origin.get()}/stripe/receipt/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: failure ? 'failed' : isPending ? 'pending' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  })
}

/** The snapshot of the payment method that a charge keeps. */
function describeMethod(method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = method.us_bank_account
    return partial<Stripe.Charge.PaymentMethodDetails>({
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type,
        account_type,
        bank_name,
        fingerprint,
        last4,
        mandate: null,
        payment_reference: null,
        routing_number,
      },
    })
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, wallet } = method.card ?? {}
  return partial<Stripe.Charge.PaymentMethodDetails>({
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks,
      country,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet,
    },
  })
}

function startDebit(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const charge = addCharge(context, accountId, intent, method, { isPending: true })
  emitEvent(context, accountId, 'charge.pending', charge)
  context.stripe.schedule({
    accountId,
    kind: 'debit',
    objectId: intent.id,
    dueAt: clockOf(context, accountId) + SETTLEMENT_DAYS * DAY_MS,
  })
  return changeObject<'payment_intent'>(
    context,
    accountId,
    intent,
    {
      status: 'processing',
      payment_method: method.id,
      next_action: null,
      last_payment_error: null,
      latest_charge: charge.id,
      processing: { type: 'card' },
    },
    'payment_intent.processing',
  )
}

/** The money of a charge arrives in the balance. */
function succeed(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
): Stripe.PaymentIntent {
  const { behavior = {} } = context.stripe.memo(String(charge.payment_method))
  const isCard = charge.payment_method_details?.type === 'card'
  const fee = isCard ? cardFee(charge.amount, charge.currency) : debitFee(charge.amount, charge.currency)
  const transaction = addTransaction(context, accountId, {
    amount: charge.amount,
    currency: charge.currency,
    type: isCard ? 'charge' : 'payment',
    category: 'charge',
    source: charge.id,
    description: charge.description ?? 'Payment',
    fees: [{ amount: fee, description: 'Stripe processing fees' }],
    isImmediate: behavior.isImmediate ?? false,
  })
  const paid = changeObject<'charge'>(
    context,
    accountId,
    charge,
    { status: 'succeeded', paid: true, balance_transaction: transaction.id },
    'charge.succeeded',
  )
  const changed = changeObject<'payment_intent'>(
    context,
    accountId,
    intent,
    {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: paid.payment_method,
      next_action: null,
      processing: null,
      last_payment_error: null,
      latest_charge: paid.id,
    },
    'payment_intent.succeeded',
  )
  schedulePayout(context, accountId)
  if (behavior.dispute) openDispute(context, accountId, paid.id, behavior.dispute)
  return changed
}

/** A bank debit arrives, or is returned by the bank. */
export function settleDebit(
  context: SandboxContext,
  accountId: string,
  intentId: string,
  outcome?: 'succeeds' | 'fails',
): Stripe.PaymentIntent {
  const intent = context.stripe.find(accountId, 'payment_intent', intentId)
  const charge = context.stripe.find(accountId, 'charge', String(intent?.latest_charge))
  if (!intent || !charge || intent.status !== 'processing')
    throw invalidRequest('This payment is not processing.', { code: 'payment_intent_unexpected_state' })
  context.stripe.unschedule({ accountId, kind: 'debit', objectId: intent.id })
  const { behavior = {} } = context.stripe.memo(String(charge.payment_method))
  const settlement = outcome === 'fails' ? (behavior.settlement ?? 'insufficient_funds') : outcome
  const reason = settlement ?? behavior.settlement ?? 'succeeds'
  if (reason === 'succeeds') return succeed(context, accountId, intent, charge)
  const { code, message } =
    reason === 'account_closed'
      ? describeDecline(reason)
      : { code: 'insufficient_funds', message: 'The bank account has insufficient funds.' }
  const failed = changeObject<'charge'>(
    context,
    accountId,
    charge,
    { status: 'failed', captured: false, amount_captured: 0, failure_code: code, failure_message: message },
    'charge.failed',
  )
  const method = context.stripe.find(accountId, 'payment_method', String(charge.payment_method))
  if (!method) throw invalidRequest('The payment method of the debit is gone.')
  return failIntent(context, accountId, intent, method, { code, message, chargeId: failed.id }).intent
}
