import { expect, test } from 'vitest'
import { startStripeTests } from '../testing/stripe-tests.ts'

const { harness, stripe, control, open } = await startStripeTests()

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
