import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startStripeTests } from '../testing/stripe-tests.ts'

const { harness, stripe, open, pay, eventTypes } = await startStripeTests()

test('a saved card is charged without its owner, asked for authentication, and removed', async () => {
  const account = await harness.connect()
  const customer = await stripe.customers.create({ name: 'Maya Chen', metadata: { contact: 'c1' } }, account)
  const setup = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      currency: 'usd',
      customer: customer.id,
      success_url: 'https://example.com/',
      allowed_payment_method_types: ['card'],
    },
    account,
  )
  expect((await pay(setup, '4000002500003155')).body).toMatchObject({ status: 'succeeded' })
  const charge = (method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create(
      {
        amount: 5000,
        currency: 'usd',
        customer: customer.id,
        payment_method: method,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        off_session: true,
        confirm: true,
        ...more,
      },
      account,
    )
  const methods = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' }, account)
  const saved = methods.data[0]?.id ?? ''
  await expect(charge(saved, { automatic_payment_methods: { enabled: true } })).rejects.toMatchObject({
    statusCode: 400,
    param: 'return_url',
  })
  expect(await charge(saved)).toMatchObject({ status: 'succeeded', amount_received: 5000 })
  const strict = await open(account, 1000, {
    customer: customer.id,
    payment_intent_data: { setup_future_usage: 'off_session' },
  })
  await pay(strict, '4000002760003184')
  const [newest] = (await stripe.paymentMethods.list({ customer: customer.id }, account)).data
  await expect(charge(newest?.id ?? '')).rejects.toMatchObject({
    statusCode: 402,
    code: 'authentication_required',
    payment_intent: { status: 'requires_payment_method' },
  })
  await stripe.paymentMethods.detach(saved, {}, account)
  await expect(charge(saved)).rejects.toMatchObject({ statusCode: 400 })
  const stranger = await harness.connect()
  await expect(stripe.customers.retrieve(customer.id, {}, stranger)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('a card is saved without a payment: declined first, then read with its page; what belongs to payments is refused', async () => {
  const account = await harness.connect()
  const metadata = { row: 'r1' }
  const request = {
    mode: 'setup',
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    customer_creation: 'always',
    client_reference_id: 'r1',
    success_url: 'https://example.com/done',
    cancel_url: 'https://example.com/back',
    locale: 'fr',
    metadata,
    setup_intent_data: { description: 'Haircut', metadata },
  } satisfies Stripe.Checkout.SessionCreateParams
  const create = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({ ...request, ...more }, account)
  const session = await create()
  expect(session).toMatchObject({
    ...{ mode: 'setup', status: 'open', payment_status: 'no_payment_required', payment_intent: null },
    ...{ amount_total: null, customer_creation: 'always', metadata },
  })
  const read = async () => {
    const expanded = { expand: ['setup_intent.payment_method'] }
    const { setup_intent: setup, ...rest } = await stripe.checkout.sessions.retrieve(session.id, expanded, account)
    return { ...rest, setup: setup as Stripe.SetupIntent }
  }
  expect((await pay(session, '4000000000000002')).body).toMatchObject({
    status: 'requires_payment_method',
    error: { code: 'card_declined', type: 'card_error' },
  })
  const card = { kind: 'card', number: '4000000000000002', expiry: '12/34', cvc: '123' }
  const pressed = await fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(card) })
  expect(await pressed.text()).toContain('Your card was declined.')
  expect(await read()).toMatchObject({
    status: 'open',
    setup: {
      ...{ status: 'requires_payment_method', last_setup_error: { code: 'card_declined' }, metadata },
      latest_attempt: expect.stringMatching(/^setatt_/),
    },
  })
  await pay(session)
  const saved = await read()
  expect(saved).toMatchObject({
    status: 'complete',
    customer: expect.stringMatching(/^cus_/),
    setup: { status: 'succeeded', last_setup_error: null, payment_method: { card: { brand: 'visa', last4: '4242' } } },
  })
  expect((await stripe.paymentMethods.list({ customer: String(saved.customer) }, account)).data).toHaveLength(1)
  const types = await eventTypes({ stripeAccount: account.stripeAccount })
  expect(types.filter((type) => /^(setup_intent|checkout)\./.test(type))).toEqual([
    ...['setup_intent.setup_failed', 'setup_intent.setup_failed'],
    ...['setup_intent.succeeded', 'checkout.session.completed'],
  ])

  const lineItems = [
    { price_data: { currency: 'usd', unit_amount: 1, product_data: { name: 'Cleaning' } }, quantity: 1 },
  ]
  await expect(create({ line_items: lineItems })).rejects.toMatchObject({ param: 'line_items' })
  await expect(create({ payment_intent_data: { metadata } })).rejects.toMatchObject({ param: 'payment_intent_data' })
  await expect(open(account, 100, { setup_intent_data: { metadata } })).rejects.toMatchObject({
    param: 'setup_intent_data',
  })
  const { currency: _, allowed_payment_method_types: __, ...neither } = request
  await expect(stripe.checkout.sessions.create(neither, account)).rejects.toMatchObject({ param: 'currency' })
})
