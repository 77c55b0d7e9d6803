import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { compareWithSample, hasStripeContracts } from '../testing/stripe-contract.ts'

const harness = await startStripe()
const { stripe, control, sandbox, received } = harness
afterAll(async () => {
  await harness.stop()
  harness.contract.assertNoViolations()
  if (hasStripeContracts()) expect(received.flatMap(({ event }) => (event ? compareWithSample(event) : []))).toEqual([])
})

const open = (
  account: Stripe.RequestOptions,
  amount = 12_000,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      success_url: 'https://example.com/done?id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://example.com/back',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: amount, product_data: { name: 'Cleaning' } }, quantity: 1 },
      ],
      payment_intent_data: { metadata: { payment: 'p1' } },
      ...more,
    },
    account,
  )
const pay = (session: Stripe.Checkout.Session, number = '4242424242424242', more: object = {}) =>
  control('POST', `/sessions/${session.id}/pay`, { number, ...more })
const eventTypes = async (account: { stripeAccount: string }) => {
  await sandbox.idle()
  return received.flatMap(({ event }) => (event?.account === account.stripeAccount ? event.type : []))
}
const balanceOf = async (account: Stripe.RequestOptions) => {
  const { available, pending } = await stripe.balance.retrieve({}, account)
  return { available: available[0]?.amount, pending: pending[0]?.amount }
}

test('onboarding: a link opens once, what is missing stays due, a deadline stops charges', async () => {
  const account = await stripe.accounts.create({ controller: { stripe_dashboard: { type: 'full' } }, country: 'US' })
  expect(account).toMatchObject({ charges_enabled: false, requirements: { disabled_reason: 'requirements.past_due' } })
  const urls = { refresh_url: 'https://example.com/refresh', return_url: 'https://example.com/return' }
  const link = await stripe.accountLinks.create({ account: account.id, type: 'account_onboarding', ...urls })
  const first = await fetch(link.url)
  expect(await first.text()).toContain('Set up payments')
  const second = await fetch(link.url, { redirect: 'manual' })
  expect(second.headers.get('location')).toBe(urls.refresh_url)
  const form = new URLSearchParams([...['business', 'person', 'terms'].map((group) => ['group', group])])
  const submitted = await fetch(link.url, { method: 'POST', body: form, redirect: 'manual' })
  expect(submitted.headers.get('location')).toBe(urls.return_url)
  expect((await fetch(link.url, { method: 'POST', body: form })).status).toBe(404)
  const withoutBank = await stripe.accounts.retrieve(account.id)
  expect(withoutBank).toMatchObject({ charges_enabled: true, payouts_enabled: false, details_submitted: true })
  expect(withoutBank.requirements?.currently_due).toEqual(['external_account'])
  await control('POST', `/accounts/${account.id}/complete`, { groups: ['bank'], bankLast4: '4321' })
  const banks = await stripe.accounts.listExternalAccounts(account.id, {}, {})
  expect(banks.data).toMatchObject([{ last4: '4321' }])

  await control('POST', `/accounts/${account.id}/restrict`, { days: 2 })
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({ charges_enabled: true })
  await control('POST', `/accounts/${account.id}/clock`, { days: 3 })
  const restricted = await stripe.accounts.retrieve(account.id)
  expect(restricted).toMatchObject({
    charges_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
  })
  await expect(open({ stripeAccount: account.id })).rejects.toMatchObject({ code: 'testmode_charges_only' })
  await control('POST', `/accounts/${account.id}/disconnect`)
  await expect(open({ stripeAccount: account.id })).rejects.toMatchObject({ type: 'StripePermissionError' })
  const types = await eventTypes({ stripeAccount: account.id })
  expect(types.filter((type) => type !== 'account.external_account.created')).toEqual([
    ...Array.from({ length: 4 }, () => 'account.updated'),
    'account.application.deauthorized',
  ])
})

test('checkout: declined, authenticated and paid on its page, with a fee and a payout', async () => {
  const account = await harness.connect()
  const session = await open(account, 12_000, { client_reference_id: 'doc', metadata: { document: 'd1' } })
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 12_000,
    payment_intent: null,
  })
  expect(await (await fetch(session.url ?? '')).text()).toContain('Pay $120.00')
  const press = (fields: Record<string, string>) =>
    fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const card = { kind: 'card', expiry: '12/34', cvc: '123' }
  expect(await (await press({ ...card, number: '4242 4242 4242 4241' })).text()).toContain(
    'Your card number is incorrect.',
  )
  expect(await (await press({ ...card, number: '4000000000009995' })).text()).toContain('insufficient funds')
  const challenge = await (await press({ ...card, number: '4000002760003184' })).text()
  const method = /name="method" value="(\w+)"/.exec(challenge)?.[1] ?? ''
  expect(await (await press({ kind: 'authentication', method, decision: 'failed' })).text()).toContain(
    'unable to authenticate',
  )
  const paid = await press({ kind: 'authentication', method, decision: 'completed' })
  expect(paid.headers.get('location')).toBe(`https://example.com/done?id=${session.id}`)
  expect((await press({ ...card, number: '4242424242424242' })).status).toBe(410)

  const read = await stripe.checkout.sessions.retrieve(
    session.id,
    { expand: ['payment_intent.latest_charge.balance_transaction', 'line_items'] },
    account,
  )
  expect(read).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'doc',
    metadata: { document: 'd1' },
    line_items: { data: [{ description: 'Cleaning', amount_total: 12_000 }] },
    payment_intent: {
      status: 'succeeded',
      metadata: { payment: 'p1' },
      latest_charge: {
        payment_method_details: { card: { brand: 'visa', last4: '3184' } },
        balance_transaction: { amount: 12_000, fee: 378, net: 11_622, type: 'charge' },
      },
    },
  })
  expect(await balanceOf(account)).toEqual({ available: 0, pending: 11_622 })
  await control('POST', `/accounts/${account.stripeAccount}/clock`, { days: 4 })
  expect(await balanceOf(account)).toEqual({ available: 0, pending: 0 })
  const { data: payouts } = await stripe.payouts.list({}, account)
  expect(payouts).toMatchObject([{ amount: 11_622, status: 'paid', automatic: true }])
  const parts = await stripe.balanceTransactions.list(
    { payout: payouts[0]?.id ?? '', expand: ['data.source'] },
    account,
  )
  expect(parts.data.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -11_622],
    ['charge', 11_622],
  ])
  expect(await eventTypes(account)).toEqual([
    'account.external_account.created',
    'account.updated',
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.payment_failed',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
    'payout.created',
    'payout.paid',
  ])
})

test('sessions expire at their time or by call; a bank debit settles days later', async () => {
  const account = await harness.connect()
  const soon = Math.floor(Date.now() / 1000) + 1800
  await expect(open(account, 1000, { expires_at: soon - 600 })).rejects.toMatchObject({ param: 'expires_at' })
  await expect(open(account, 0)).rejects.toMatchObject({ code: 'amount_too_small' })
  const [first, second, third] = [
    await open(account, 1000, { expires_at: soon }),
    await open(account),
    await open(account, 5000),
  ]
  await stripe.checkout.sessions.expire(second.id, {}, account)
  await expect(stripe.checkout.sessions.expire(second.id, {}, account)).rejects.toMatchObject({ statusCode: 400 })
  expect((await pay(second)).status).toBe(400)
  expect((await pay(third, '000222222227', { kind: 'bank' })).body).toMatchObject({ status: 'processing' })
  const debit = await open(account, 6000)
  const { paymentIntent } = (await pay(debit, '000123456789', { kind: 'bank' })).body
  expect(await stripe.checkout.sessions.retrieve(debit.id, {}, account)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
  await control('POST', `/payment-intents/${paymentIntent}/settle`, {})
  await control('POST', `/accounts/${account.stripeAccount}/clock`, { days: 5 })
  expect(await stripe.checkout.sessions.retrieve(first.id, {}, account)).toMatchObject({ status: 'expired', url: null })
  const intents = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] }, account)
  expect(intents.data.map(({ status, last_payment_error: error }) => [status, error?.code])).toEqual([
    ['succeeded', undefined],
    ['requires_payment_method', 'insufficient_funds'],
  ])
  const types = await eventTypes(account)
  expect(types).toContain('checkout.session.async_payment_succeeded')
  expect(types).toContain('checkout.session.async_payment_failed')
})

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

test('refunds: partial, pending, failing after success, never above what is left', async () => {
  const account = await harness.connect()
  const paid = async (number: string) => {
    const session = await open(account, 10_000)
    return String((await pay(session, number)).body.paymentIntent)
  }
  const intent = await paid('4242424242424242')
  const refund = (payment_intent: string, amount?: number) =>
    stripe.refunds.create({ payment_intent, ...(amount && { amount }), metadata: { refund: 'r1' } }, account)
  expect(await refund(intent, 2500)).toMatchObject({ status: 'succeeded', amount: 2500 })
  await expect(refund(intent, 7501)).rejects.toMatchObject({ param: 'amount' })
  expect(await refund(intent)).toMatchObject({ amount: 7500 })
  await expect(refund(intent)).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const pending = await refund(await paid('4000000000007726'))
  expect(pending.status).toBe('pending')
  const failing = await refund(await paid('4000000000005126'), 4000)
  expect(failing.status).toBe('succeeded')
  const canceled = await refund(await paid('4000000000007726'), 100)
  await control('POST', `/refunds/${canceled.id}/end`, { status: 'requires_action' })
  await control('POST', `/refunds/${canceled.id}/end`, { status: 'canceled' })
  const before = await balanceOf(account)
  await control('POST', `/accounts/${account.stripeAccount}/clock`, { hours: 24 })
  const after = await stripe.refunds.list({}, account)
  expect(after.data.map(({ status }) => status)).toEqual(['canceled', 'failed', 'succeeded', 'succeeded', 'succeeded'])
  const failed = await stripe.refunds.retrieve(
    failing.id,
    { expand: ['failure_balance_transaction', 'charge'] },
    account,
  )
  expect(failed).toMatchObject({
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { amount: 4000, type: 'refund_failure' },
    charge: { amount_refunded: 0, refunded: false },
  })
  expect((await balanceOf(account)).available).toBe((before.available ?? 0) + 4000)
  expect(await eventTypes(account)).toContain('refund.failed')
})

test('disputes withdraw money with a fee, take evidence, and return it when won', async () => {
  const account = await harness.connect()
  const session = await open(account, 10_000)
  const { paymentIntent } = (await pay(session, '4000000000000259')).body
  const [dispute] = (await stripe.disputes.list({ payment_intent: paymentIntent }, account)).data
  expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 10_000 })
  expect(dispute?.balance_transactions).toMatchObject([
    { amount: -10_000, fee: 1500, net: -11_500, type: 'adjustment' },
  ])
  await expect(stripe.refunds.create({ payment_intent: paymentIntent }, account)).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  const data = { data: Buffer.from('%PDF-1.7'), name: 'receipt.pdf', type: 'application/pdf' }
  const file = await stripe.files.create({ purpose: 'dispute_evidence', file: data }, account)
  expect(file).toMatchObject({ filename: 'receipt.pdf', type: 'pdf', size: 8 })
  const evidence = { receipt: file.id, uncategorized_text: 'winning_evidence' }
  const saved = await stripe.disputes.update(dispute?.id ?? '', { evidence, submit: false }, account)
  expect(saved).toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  const won = await stripe.disputes.update(dispute?.id ?? '', { evidence, submit: true }, account)
  expect(won).toMatchObject({ status: 'won', evidence_details: { submission_count: 1 } })
  expect(won.balance_transactions).toHaveLength(2)
  const inquiry = await open(account, 2000)
  const paid = (await pay(inquiry, '4000000000001976')).body
  expect(await stripe.refunds.create({ payment_intent: paid.paymentIntent }, account)).toMatchObject({ amount: 2000 })
  expect(await eventTypes(account)).toEqual(
    expect.arrayContaining([
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]),
  )
})

test('a failed payout returns to the balance and asks for another bank account', async () => {
  const account = await harness.connect()
  await pay(await open(account, 10_000))
  const { payouts } = (await control('POST', `/accounts/${account.stripeAccount}/payouts`)).body
  expect(payouts).toMatchObject([{ amount: 9680, status: 'in_transit' }])
  await control('POST', `/payouts/${payouts[0].id}/end`, { status: 'failed' })
  expect(await balanceOf(account)).toEqual({ available: 9680, pending: 0 })
  const read = await stripe.accounts.retrieve(account.stripeAccount)
  expect(read).toMatchObject({ payouts_enabled: false, charges_enabled: true })
  await control('POST', `/accounts/${account.stripeAccount}/complete`, { groups: ['bank'] })
  await control('POST', `/accounts/${account.stripeAccount}/clock`, { days: 3 })
  const { data } = await stripe.payouts.list({}, account)
  expect(data.map(({ status, failure_code: code }) => [status, code])).toEqual([
    ['paid', null],
    ['failed', 'account_closed'],
  ])
})

test('an idempotency key keeps its answer, a 500 too, for a day', async () => {
  const account = await harness.connect()
  const create = (idempotencyKey: string, amount = 5000) =>
    stripe.paymentIntents.create(
      { amount, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, return_url: 'https://example.com/' },
      { ...account, idempotencyKey },
    )
  const count = async () => (await stripe.paymentIntents.list({ limit: 100 }, account)).data.length
  const fault = (kind: string, more: object = {}) =>
    control('POST', '/faults', { kind, accountId: account.stripeAccount, path: 'POST /v1/payment_intents', ...more })
  const first = await create('k1')
  expect((await create('k1')).id).toBe(first.id)
  await expect(create('k1', 6000)).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  await fault('fail-request', { code: 500 })
  await expect(create('k2')).rejects.toMatchObject({ statusCode: 500 })
  await expect(create('k2')).rejects.toMatchObject({ statusCode: 500 })
  expect(await count()).toBe(1)
  await fault('break-response')
  await expect(create('k3')).rejects.toMatchObject({ statusCode: 500 })
  await expect(create('k3')).rejects.toMatchObject({ statusCode: 500 })
  expect(await count()).toBe(2)
  await fault('cut-response')
  await expect(create('k4')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(await create('k4')).toMatchObject({ status: 'succeeded' })
  expect(await count()).toBe(3)
  await fault('fail-request', { code: 429 })
  await expect(create('k5')).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  await create('k5')
  const declined = {
    ...{ amount: 1, currency: 'usd', payment_method: 'pm_card_visa_chargeDeclined', confirm: true },
    return_url: 'https://example.com/',
  }
  const options = { ...account, idempotencyKey: 'k6' }
  const refusal = { statusCode: 402, decline_code: 'generic_decline' }
  await expect(stripe.paymentIntents.create(declined, options)).rejects.toMatchObject(refusal)
  await expect(stripe.paymentIntents.create(declined, options)).rejects.toMatchObject(refusal)
  expect(await count()).toBe(5)
  await control('POST', `/accounts/${account.stripeAccount}/clock`, { hours: 24 })
  expect((await create('k1')).id).not.toBe(first.id)
})

test('lists have pages in both directions; unknown parameters are refused', async () => {
  const account = await harness.connect('JP')
  for (const name of ['a', 'b', 'c']) await stripe.customers.create({ name }, account)
  const first = await stripe.customers.list({ limit: 2 }, account)
  expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['c', 'b'], true])
  const rest = await stripe.customers.list({ limit: 2, starting_after: first.data[1]?.id ?? '' }, account)
  expect([rest.data.map(({ name }) => name), rest.has_more]).toEqual([['a'], false])
  const back = await stripe.customers.list({ limit: 1, ending_before: rest.data[0]?.id ?? '' }, account)
  expect([back.data.map(({ name }) => name), back.has_more]).toEqual([['b'], true])
  const post = (path: string, body: string, key = harness.credentials.secretKey) =>
    fetch(`${harness.credentials.apiUrl}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  expect((await post('/customers', 'name=x', 'sk_test_wrong')).status).toBe(401)
  await expect(stripe.balanceTransactions.retrieve('txn_none', {}, account)).rejects.toMatchObject({ statusCode: 404 })
  const yen = await open(account, 500, {
    line_items: [{ price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: '検診' } }, quantity: 2 }],
  })
  expect(yen).toMatchObject({ amount_total: 1000, currency: 'jpy', payment_method_types: ['card'] })
  expect(await (await fetch(yen.url ?? '')).text()).toContain('Pay ¥1,000')
})

test('events: repeated, reordered, dropped, forged, and posted again until they are accepted', async () => {
  const account = await harness.connect()
  await sandbox.idle()
  const before = received.length
  const fault = (kind: string, type: string) =>
    control('POST', '/faults', { kind, type, accountId: account.stripeAccount })
  await fault('repeat-event', 'customer.created')
  await fault('drop-event', 'customer.updated')
  const { id } = await stripe.customers.create({ name: 'A' }, account)
  await stripe.customers.update(id, { name: 'B' }, account)
  await fault('reorder-event', 'customer.updated')
  for (const kind of ['stale-event', 'tamper-event', 'missign-event']) await fault(kind, 'payment_intent.created')
  await stripe.customers.update(id, { name: 'C' }, account)
  await stripe.paymentIntents.create({ amount: 100, currency: 'usd' }, account)
  await sandbox.idle()
  const arrived = received.slice(before)
  const seen = arrived.map(({ event }) => event?.type ?? 'refused')
  expect(seen.slice(0, 2)).toEqual(['customer.created', 'customer.created'])
  expect(seen.slice(2).toSorted()).toEqual([
    'customer.updated',
    'payment_intent.created',
    'refused',
    'refused',
    'refused',
  ])
  const [created, again] = arrived.flatMap(({ event }) => (event?.type === 'customer.created' ? [event] : []))
  expect(created?.id).toBe(again?.id)
  expect(created).toMatchObject({ account: account.stripeAccount, api_version: '2026-10-28.endive', livemode: false })

  const listed = await stripe.events.list({ types: ['customer.updated'] }, account)
  expect(listed.data.map(({ data }) => (data.object as Stripe.Customer).name)).toEqual(['C', 'B'])
  const missed = listed.data[1]?.id ?? ''
  let refusals = 2
  harness.respondWith(() => (refusals-- > 0 ? 503 : 200))
  await control('POST', `/events/${missed}/resend`)
  await sandbox.idle()
  harness.respondWith(() => 200)
  const { events } = (await control('GET', `/accounts/${account.stripeAccount}`)).body
  const deliveries = events.find((event: { id: string }) => event.id === missed).deliveries
  expect(deliveries).toEqual([
    { fault: 'drop-event', state: 'dropped', statuses: [] },
    { fault: null, state: 'delivered', statuses: [503, 503, 200] },
  ])
})

test('objects, clocks and events without a response are kept across restarts; no card number is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
  const databaseFile = path.join(folder, 'sandbox.sqlite')
  const first = await startStripe({ databaseFile })
  const account = await first.connect()
  await first.control('POST', `/accounts/${account.stripeAccount}/clock`, { days: 2 })
  await first.sandbox.idle()
  first.respondWith(() => 503)
  const { id } = await first.stripe.customers.create({ name: 'Maya Chen' }, account)
  const intent = {
    ...{ amount: 100, currency: 'usd', payment_method: 'pm_card_visa_chargeDeclined', confirm: true },
    return_url: 'https://example.com/',
  }
  await first.stripe.paymentIntents.create(intent, account).catch(() => undefined)
  await first.stop()
  const bytes = readFileSync(databaseFile).toString('latin1')
  expect(bytes).toContain('Maya Chen')
  expect(bytes).not.toContain('4000000000000002')

  const second = await startStripe({ databaseFile })
  expect(await second.stripe.customers.retrieve(id, {}, account)).toMatchObject({ name: 'Maya Chen' })
  await second.sandbox.idle()
  expect(second.types()).toEqual([
    'customer.created',
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
  ])
  const { now } = (await second.control('GET', `/accounts/${account.stripeAccount}`)).body
  expect(Date.parse(now)).toBeGreaterThan(Date.now() + 86_400_000)
  await second.stop()
  rmSync(folder, { recursive: true, force: true })
})
