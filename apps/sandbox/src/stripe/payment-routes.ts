import { z } from 'zod'
import { resolvePaymentMethod } from './cards.ts'
import { confirmIntent, createIntent } from './charge-payment.ts'
import { secondsOf } from './clock.ts'
import { createCustomer } from './customers.ts'
import { changeObject } from './emit-event.ts'
import { Amount, Created, Currency, Flag, Ignored, Metadata, mergeMetadata, Page, Text } from './parameters.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'
import { invalidRequest } from './stripe-error.ts'

const NewPaymentIntent = z.strictObject({
  amount: Amount,
  currency: Currency,
  automatic_payment_methods: z
    .strictObject({ enabled: Flag, allow_redirects: z.enum(['always', 'never']).default('always') })
    .optional(),
  capture_method: Ignored,
  confirm: Flag.default(false),
  customer: Text.optional(),
  description: Text.optional(),
  error_on_requires_action: Flag.default(false),
  metadata: Metadata.optional(),
  off_session: z.union([Flag, z.enum(['one_off', 'recurring']).transform(() => true)]).default(false),
  payment_method: Text.optional(),
  payment_method_options: Ignored,
  allowed_payment_method_types: z.array(Text).optional(),
  excluded_payment_method_types: Ignored,
  receipt_email: Text.optional(),
  return_url: Text.optional(),
  setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
  statement_descriptor_suffix: Text.optional(),
})

const Person = z.strictObject({
  name: Text.optional(),
  email: Text.optional(),
  phone: Text.optional(),
  description: Text.optional(),
  metadata: Metadata.optional(),
  preferred_locales: z.array(Text).optional(),
  address: Ignored,
  invoice_settings: Ignored,
})

/**
 * Stripe refuses to confirm a payment that may redirect the customer but has nowhere to return to, even if its own method
 * does not redirect. https://docs.stripe.com/api/payment_intents/create#create_payment_intent-automatic_payment_methods
 */
function assertReturns(input: z.output<typeof NewPaymentIntent>): void {
  const { return_url: returnUrl, automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = input
  if (returnUrl !== undefined || automatic?.allow_redirects === 'never' || allowed !== undefined) return
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    { param: 'return_url' },
  )
}

/** Payment intents, charges, customers and payment methods. */
export const paymentRoutes: StripeRoute[] = [
  route('POST', '/payment_intents', NewPaymentIntent, (call) => {
    const { context, accountId, input } = call
    const { allowed_payment_method_types: allowed, payment_method: methodId, confirm, off_session, ...rest } = input
    if (input.customer !== undefined) access(call, 'customer', input.customer, 'customer')
    if (off_session && !confirm)
      throw invalidRequest('You can only set `off_session` when `confirm` is true.', { param: 'off_session' })
    if (confirm) assertReturns(input)
    const method = methodId === undefined ? undefined : resolvePaymentMethod(context, accountId, methodId)
    if (confirm && !method)
      throw invalidRequest("You cannot confirm this PaymentIntent because it's missing a payment method.", {
        code: 'payment_intent_unexpected_state',
      })
    if (method && off_session && method.customer !== (input.customer ?? null))
      throw invalidRequest('The provided PaymentMethod does not belong to the customer.', { param: 'payment_method' })
    const intent = createIntent(context, accountId, {
      ...rest,
      paymentMethodTypes: allowed ?? ['card'],
      status: method ? 'requires_confirmation' : 'requires_payment_method',
    })
    if (!confirm || !method) return intent
    const { intent: confirmed, error } = confirmIntent(context, accountId, intent, {
      method,
      isOffSession: off_session,
    })
    return error ?? confirmed
  }),
  route('GET', '/payment_intents', z.strictObject({ ...Page, ...Created, customer: Text.optional() }), (call) =>
    listObjects(call, 'payment_intent', '/v1/payment_intents', call.input, {
      equal: { customer: call.input.customer },
      ranges: { created: call.input.created },
    }),
  ),
  route('GET', '/payment_intents/:id', z.strictObject({ client_secret: Ignored }), (call) =>
    access(call, 'payment_intent', call.path('id'), 'intent'),
  ),
  route(
    'POST',
    '/payment_intents/:id',
    z.strictObject({ metadata: Metadata.optional(), description: Text.optional() }),
    (call) => {
      const intent = access(call, 'payment_intent', call.path('id'), 'intent')
      const { metadata, description } = call.input
      return changeObject<'payment_intent'>(call.context, call.accountId, intent, {
        ...(metadata && { metadata: mergeMetadata(intent.metadata, metadata) }),
        ...(description !== undefined && { description }),
      })
    },
  ),
  route(
    'POST',
    '/payment_intents/:id/confirm',
    z.strictObject({ payment_method: Text.optional(), off_session: Flag.default(false), return_url: Ignored }),
    (call) => {
      const { context, accountId, input } = call
      const intent = access(call, 'payment_intent', call.path('id'), 'intent')
      if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
        throw unexpectedState(intent.status, 'confirm')
      const method = resolvePaymentMethod(context, accountId, input.payment_method ?? String(intent.payment_method))
      const result = confirmIntent(context, accountId, intent, { method, isOffSession: input.off_session })
      return result.error ?? result.intent
    },
  ),
  route(
    'POST',
    '/payment_intents/:id/cancel',
    z.strictObject({
      cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
    }),
    (call) => {
      const intent = access(call, 'payment_intent', call.path('id'), 'intent')
      if (['succeeded', 'canceled', 'processing'].includes(intent.status))
        throw unexpectedState(intent.status, 'cancel')
      return changeObject<'payment_intent'>(
        call.context,
        call.accountId,
        intent,
        {
          status: 'canceled',
          canceled_at: secondsOf(call.context, call.accountId),
          cancellation_reason: call.input.cancellation_reason ?? null,
          next_action: null,
        },
        'payment_intent.canceled',
      )
    },
  ),

  route(
    'GET',
    '/charges',
    z.strictObject({ ...Page, ...Created, customer: Text.optional(), payment_intent: Text.optional() }),
    (call) =>
      listObjects(call, 'charge', '/v1/charges', call.input, {
        equal: { customer: call.input.customer, payment_intent: call.input.payment_intent },
        ranges: { created: call.input.created },
      }),
  ),
  route('GET', '/charges/:id', z.strictObject({}), (call) => access(call, 'charge', call.path('id'), 'charge')),

  route('POST', '/customers', Person, ({ context, accountId, input }) => {
    const { name, email, phone, description, metadata, preferred_locales } = input
    return createCustomer(context, accountId, {
      name: name ?? null,
      email: email ?? null,
      phone: phone ?? null,
      description: description ?? null,
      metadata: metadata ?? {},
      preferred_locales: preferred_locales ?? [],
    })
  }),
  route('GET', '/customers', z.strictObject({ ...Page, ...Created, email: Text.optional() }), (call) =>
    listObjects(call, 'customer', '/v1/customers', call.input, { equal: { email: call.input.email } }),
  ),
  route('GET', '/customers/:id', z.strictObject({}), (call) => access(call, 'customer', call.path('id'), 'customer')),
  route('POST', '/customers/:id', Person, (call) => {
    const customer = access(call, 'customer', call.path('id'), 'customer')
    const { name, email, phone, description, metadata } = call.input
    return changeObject<'customer'>(
      call.context,
      call.accountId,
      customer,
      {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
        ...(description !== undefined && { description }),
        ...(metadata && { metadata: mergeMetadata(customer.metadata, metadata) }),
      },
      'customer.updated',
    )
  }),

  route(
    'GET',
    '/payment_methods',
    z.strictObject({ ...Page, customer: Text.optional(), type: Text.optional() }),
    (call) =>
      listObjects(call, 'payment_method', '/v1/payment_methods', call.input, {
        equal: { customer: call.input.customer, type: call.input.type },
      }),
  ),
  route('GET', '/customers/:id/payment_methods', z.strictObject({ ...Page, type: Text.optional() }), (call) => {
    const { id } = access(call, 'customer', call.path('id'), 'customer')
    return listObjects(call, 'payment_method', `/v1/customers/${id}/payment_methods`, call.input, {
      equal: { customer: id, type: call.input.type },
    })
  }),
  route('GET', '/payment_methods/:id', z.strictObject({}), (call) =>
    access(call, 'payment_method', call.path('id'), 'payment_method'),
  ),
  route('POST', '/payment_methods/:id/attach', z.strictObject({ customer: Text }), (call) => {
    const { id } = access(call, 'customer', call.input.customer, 'customer')
    const method = resolvePaymentMethod(call.context, call.accountId, call.path('id'))
    return changeObject<'payment_method'>(
      call.context,
      call.accountId,
      method,
      { customer: id },
      'payment_method.attached',
    )
  }),
  route('POST', '/payment_methods/:id/detach', z.strictObject({}), (call) => {
    const method = access(call, 'payment_method', call.path('id'), 'payment_method')
    if (method.customer === null)
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
    return changeObject<'payment_method'>(
      call.context,
      call.accountId,
      method,
      { customer: null },
      'payment_method.detached',
    )
  }),
  route('GET', '/setup_intents/:id', z.strictObject({}), (call) =>
    access(call, 'setup_intent', call.path('id'), 'intent'),
  ),
]

const unexpectedState = (status: string, verb: 'confirm' | 'cancel') =>
  invalidRequest(`You cannot ${verb} this PaymentIntent because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  })
