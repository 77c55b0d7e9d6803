import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { assertChargesEnabled } from './charge-payment.ts'
import { clockOf, secondsOf } from './clock.ts'
import { makeStripeId, randomText } from './ids.ts'
import { Amount, Currency, Ignored, Metadata, Text, Whole } from './parameters.ts'
import { partial } from './partial.ts'
import { access, type StripeCall } from './route.ts'
import { invalidRequest } from './stripe-error.ts'

const MIN_SECONDS = 30 * 60
const MAX_SECONDS = 24 * 60 * 60
/**
 * $0.50, and as many units of other currencies: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const TOTAL_MIN = 50

const Item = z.strictObject({
  price_data: z.strictObject({
    currency: Currency,
    unit_amount: Whole.refine((amount) => amount >= 0 && amount <= 99_999_999, 'must be between 0 and 99999999'),
    product_data: z.strictObject({
      name: Text,
      description: Text.optional(),
      metadata: Metadata.optional(),
      images: Ignored,
    }),
    tax_behavior: Ignored,
  }),
  quantity: Amount.default(1),
})

export const NewSession = z.strictObject({
  mode: z.enum(['payment', 'setup']),
  line_items: z.array(Item).min(1).max(100).optional(),
  currency: Currency.optional(),
  success_url: z.url().optional(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: Text.optional(),
  customer_email: z.email().optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: Whole.optional(),
  locale: Text.optional(),
  metadata: Metadata.optional(),
  allowed_payment_method_types: z.array(Text).min(1).optional(),
  excluded_payment_method_types: z.array(Text).optional(),
  ui_mode: z.literal('hosted_page').optional(),
  payment_intent_data: z
    .strictObject({
      description: Text.optional(),
      metadata: Metadata.optional(),
      receipt_email: Text.optional(),
      setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
      statement_descriptor_suffix: z.string().max(22).optional(),
    })
    .optional(),
  setup_intent_data: z.strictObject({ description: Text.optional(), metadata: Metadata.optional() }).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  allow_promotion_codes: Ignored,
  billing_address_collection: Ignored,
  consent_collection: Ignored,
  custom_text: Ignored,
  customer_update: Ignored,
  payment_method_options: Ignored,
  phone_number_collection: Ignored,
  saved_payment_method_options: Ignored,
})

const ONLY_IN: Record<'payment' | 'setup', readonly (keyof z.output<typeof NewSession>)[]> = {
  payment: ['line_items', 'payment_intent_data', 'submit_type', 'saved_payment_method_options'],
  setup: ['setup_intent_data'],
}

/** Parameters of the other mode are refused. */
function assertFitsMode(input: z.output<typeof NewSession>): void {
  const { mode } = input
  for (const param of ONLY_IN[mode === 'setup' ? 'payment' : 'setup'])
    if (input[param] !== undefined) throw invalidRequest(`You cannot use \`${param}\` in \`${mode}\` mode.`, { param })
  if (mode === 'setup' && input.currency === undefined && !input.allowed_payment_method_types)
    throw invalidRequest('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' })
}

export function createSession(call: StripeCall, input: z.output<typeof NewSession>): Stripe.Checkout.Session {
  const { context, accountId } = call
  assertChargesEnabled(context, accountId)
  if (input.success_url === undefined)
    throw invalidRequest('Missing required param: success_url.', { code: 'parameter_missing', param: 'success_url' })
  if (input.customer !== undefined) access(call, 'customer', input.customer, 'customer')
  if (input.mode === 'payment' && !input.line_items)
    throw invalidRequest('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
  assertFitsMode(input)
  const currency = input.line_items?.[0]?.price_data.currency ?? input.currency ?? null
  const lineItems = (input.line_items ?? []).map((item) => toLineItem(item))
  if (lineItems.some((item) => item.currency !== currency))
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' })
  const total = lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0)
  if (input.mode === 'payment' && total < TOTAL_MIN)
    throw invalidRequest('The Checkout Session’s total amount due is below the minimum.', {
      code: 'amount_too_small',
      param: 'line_items',
    })

  // The caller’s clock is not the account’s, which a test may have moved.
  const realSeconds = Math.floor(context.now() / 1000)
  const expiresAt = input.expires_at ?? realSeconds + MAX_SECONDS
  if (expiresAt - realSeconds < MIN_SECONDS - 5)
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  if (expiresAt - realSeconds > MAX_SECONDS + 5)
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })

  const id = `cs_test_${randomText(58)}`
  const allowed = input.allowed_payment_method_types
  const types = currency === 'usd' && input.mode === 'payment' ? ['card', 'us_bank_account'] : ['card']
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: allowed ?? null,
    amount_subtotal: input.mode === 'payment' ? total : null,
    amount_total: input.mode === 'payment' ? total : null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: secondsOf(context, accountId),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: input.customer ?? null,
    customer_account: null,
    customer_creation: input.customer_creation ?? (input.mode === 'payment' ? 'if_required' : null),
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: (input.locale ?? null) as Stripe.Checkout.Session.Locale | null,
    managed_payments: null,
    metadata: input.metadata ?? {},
    mode: input.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: input.mode === 'payment' ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types.filter(
      (type) => (!allowed || allowed.includes(type)) && !input.excluded_payment_method_types?.includes(type),
    ),
    payment_status: input.mode === 'payment' ? 'unpaid' : 'no_payment_required',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: input.mode === 'setup' ? createSetupIntent(context, accountId, input).id : null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: input.submit_type ?? null,
    subscription: null,
    success_url: input.success_url,
    total_details: input.mode === 'payment' ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: 'hosted_page' as Stripe.Checkout.Session.UiMode,
    url: `${context.origin.get()}/stripe/pay/${id}`,
    wallet_options: null,
  }
  context.stripe.add(accountId, 'checkout.session', session, { lineItems, intent: input.payment_intent_data ?? {} })
  context.stripe.schedule({
    accountId,
    kind: 'session',
    objectId: id,
    dueAt: clockOf(context, accountId) + (expiresAt - realSeconds) * 1000,
  })
  return session
}

const toLineItem = ({ price_data: price, quantity }: z.output<typeof Item>): Stripe.LineItem => {
  const amount = price.unit_amount * quantity
  return partial<Stripe.LineItem>({
    id: makeStripeId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    metadata: {},
    price: {
      id: makeStripeId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: 0,
      currency: price.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: makeStripeId('prod').slice(0, 19),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: price.unit_amount,
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity,
  })
}

function createSetupIntent(
  context: SandboxContext,
  accountId: string,
  { customer, setup_intent_data: data }: z.output<typeof NewSession>,
): Stripe.SetupIntent {
  const id = makeStripeId('seti')
  return context.stripe.add(accountId, 'setup_intent', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(32)}`,
    created: secondsOf(context, accountId),
    customer: customer ?? null,
    customer_account: null,
    description: data?.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: data?.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  })
}
