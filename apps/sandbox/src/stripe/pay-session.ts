import type Stripe from 'stripe'
import type { SandboxContext } from '../platform/context.ts'
import { describeDecline } from './cards.ts'
import { attachMethod, type ConfirmationResult, confirmIntent, createIntent } from './charge-payment.ts'
import { createCustomer } from './customers.ts'
import { changeObject } from './emit-event.ts'
import { makeStripeId } from './ids.ts'
import { partial } from './partial.ts'
import { access } from './route.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

interface SessionPayment {
  method: Stripe.PaymentMethod
  authentication?: 'completed' | 'failed' | undefined
}

interface SetupResult {
  setup: Stripe.SetupIntent
  error?: StripeError
}

/** The customer presses Pay on the page of a session. */
export function paySession(
  context: SandboxContext,
  accountId: string,
  id: string,
  { method, authentication }: SessionPayment,
): ConfirmationResult | SetupResult {
  const session = access({ context, accountId }, 'checkout.session', id)
  if (session.status !== 'open') throw invalidRequest(`This Checkout Session is ${session.status}.`)
  if (session.mode === 'setup') return completeSetup(context, accountId, session, method)
  const withCustomer = ensureCustomer(context, accountId, session, method)
  const parameters = context.stripe.memo(id).intent ?? {}
  const existing = context.stripe.find(accountId, 'payment_intent', String(session.payment_intent))
  const intent =
    existing ??
    createIntent(context, accountId, {
      ...parameters,
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      customer: withCustomer ?? undefined,
      paymentMethodTypes: session.payment_method_types,
    })
  const started = { ...session, payment_intent: intent.id, customer: withCustomer }
  context.stripe.save(started)
  const result = confirmIntent(context, accountId, intent, { method, authentication })
  if (result.error || result.intent.status === 'requires_action') return result
  context.stripe.unschedule({ accountId, kind: 'session', objectId: id })
  changeObject<'checkout.session'>(
    context,
    accountId,
    started,
    {
      status: 'complete',
      payment_status: result.intent.status === 'succeeded' ? 'paid' : 'unpaid',
      customer_details: detailsOf(method),
      url: null,
    },
    'checkout.session.completed',
  )
  return result
}

const detailsOf = ({ billing_details: { email, name } }: Stripe.PaymentMethod) =>
  partial<Stripe.Checkout.Session.CustomerDetails>({
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: null },
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  })

/** A card that is saved needs a customer, which Checkout creates. */
function ensureCustomer(
  context: SandboxContext,
  accountId: string,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod,
): string | null {
  if (typeof session.customer === 'string') return session.customer
  const isSaved = context.stripe.memo(session.id).intent?.setup_future_usage !== undefined
  if (!isSaved && session.customer_creation !== 'always') return null
  const { email, name } = method.billing_details
  return createCustomer(context, accountId, { email, name }).id
}

function completeSetup(
  context: SandboxContext,
  accountId: string,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod,
): SetupResult {
  const intent = access({ context, accountId }, 'setup_intent', String(session.setup_intent))
  const { behavior = {} } = context.stripe.memo(method.id)
  if (behavior.decline && !behavior.isSavable) return failSetup(context, accountId, intent, method, behavior.decline)
  const customer = ensureCustomer(context, accountId, session, method)
  if (customer !== null) attachMethod(context, accountId, method, customer)
  context.stripe.saveMemo(method.id, { ...context.stripe.memo(method.id), isAuthenticated: true })
  const done = changeObject<'setup_intent'>(
    context,
    accountId,
    intent,
    { status: 'succeeded', payment_method: method.id, customer, last_setup_error: null },
    'setup_intent.succeeded',
  )
  context.stripe.unschedule({ accountId, kind: 'session', objectId: session.id })
  changeObject<'checkout.session'>(
    context,
    accountId,
    session,
    { status: 'complete', customer, customer_details: detailsOf(method), url: null },
    'checkout.session.completed',
  )
  return { setup: done }
}

/** The bank refuses the card, and the page stays open for another one. */
function failSetup(
  context: SandboxContext,
  accountId: string,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  reason: string,
): SetupResult {
  const { code, message } = describeDecline(reason)
  const details = { code, decline_code: reason, payment_method: method }
  const setup = changeObject<'setup_intent'>(
    context,
    accountId,
    intent,
    {
      last_setup_error: partial<Stripe.SetupIntent.LastSetupError>({ ...details, message, type: 'card_error' }),
      latest_attempt: makeStripeId('setatt'),
    },
    'setup_intent.setup_failed',
  )
  return { setup, error: new StripeError(402, 'card_error', message, { ...details, setup_intent: setup }) }
}
