import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startStripe } from './start-stripe.ts'
import { compareWithSample, hasStripeContracts } from './stripe-contract.ts'

const title = hasStripeContracts() ? '' : ' (skipped: ../shared/contracts/stripe is missing)'

const SESSION: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  success_url: 'https://example.com/done',
  line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Cleaning' } }, quantity: 1 }],
}

test.skipIf(!hasStripeContracts())(
  `requests with parameters that Stripe has conform, also newer ones${title}`,
  async () => {
    const { stripe, contract, connect, stop } = await startStripe()
    const account = await connect()
    await stripe.checkout.sessions.create({ ...SESSION, allowed_payment_method_types: ['card'] }, account)
    await stripe.balance.retrieve({}, account)
    await stop()
    expect(contract.count()).toBeGreaterThan(2)
    expect(() => contract.assertNoViolations()).not.toThrow()
  },
)

test.skipIf(!hasStripeContracts()).each([
  { name: 'a misspelled parameter', request: { ...SESSION, sucess_url: 'https://example.com' }, says: /sucess_url/ },
  {
    name: 'a newer parameter that is not listed',
    request: { ...SESSION, wallet_options: { link: { display: 'never' } } },
    says: /wallet_options/,
  },
  {
    name: 'a misspelled nested parameter',
    request: { ...SESSION, payment_intent_data: { metadatas: { row: '1' } } },
    says: /payment_intent_data[\s\S]*metadatas/,
  },
  { name: 'a value that is none of the choices', request: { ...SESSION, mode: 'paying' }, says: /mode/ },
  {
    name: 'a missing nested parameter',
    request: { ...SESSION, line_items: [{ price_data: { unit_amount: 500 } }] },
    says: /currency/,
  },
])(`reports $name${title}`, async ({ request, says }) => {
  const { stripe, contract, connect, stop } = await startStripe()
  // The SDK does not accept what the check has to report.
  await stripe.checkout.sessions
    .create(request as unknown as Stripe.Checkout.SessionCreateParams, await connect())
    .catch(() => undefined)
  await stop()
  expect(() => contract.assertNoViolations()).toThrow(says)
})

test.skipIf(!hasStripeContracts()).each([
  { name: 'a misspelled parameter', fields: { purpos: 'dispute_evidence' }, says: /purpos"/ },
  { name: 'a purpose that is none of the choices', fields: { purpose: 'evidence' }, says: /purpose/ },
  { name: 'a nested value of another type', fields: { file_link_data: { create: 'perhaps' } }, says: /create/ },
])(`reports an upload with $name${title}`, async ({ fields, says }) => {
  const { stripe, contract, connect, stop } = await startStripe()
  const file = { data: Buffer.from('%PDF-1.7'), name: 'receipt.pdf', type: 'application/pdf' }
  // The SDK does not accept what the check has to report.
  const upload = { purpose: 'dispute_evidence', file, ...fields } as unknown as Stripe.FileCreateParams
  await stripe.files.create(upload, await connect()).catch(() => undefined)
  await stop()
  expect(() => contract.assertNoViolations()).toThrow(says)
})

test.skipIf(!hasStripeContracts())(
  `reports requests and query parameters that Stripe does not have${title}`,
  async () => {
    const { credentials, contract, stop } = await startStripe()
    const headers = { authorization: `Bearer ${credentials.secretKey}` }
    for (const path of ['/v1/refund', '/v1/refunds?charg=ch_1']) await fetch(credentials.apiUrl + path, { headers })
    await stop()
    expect(() => contract.assertNoViolations()).toThrow(/GET \/v1\/refund: not in the specification/)
    expect(() => contract.assertNoViolations()).toThrow(/unknown parameter charg/)
  },
)

test.skipIf(!hasStripeContracts())(`reports what answers lack, make up, or have as another type${title}`, async () => {
  const { stripe, received, sandbox, connect, control, stop } = await startStripe()
  const account = await connect()
  const { id } = await stripe.checkout.sessions.create(SESSION, account)
  await control('POST', `/sessions/${id}/pay`, { number: '4242424242424242' })
  await sandbox.idle()
  const { lastResponse: _, ...session } = await stripe.checkout.sessions.retrieve(id, {}, account)
  await stop()
  expect(compareWithSample(session)).toEqual([])
  const { payment_status: __, ...incomplete } = session
  expect(compareWithSample(incomplete)).toEqual(['checkout.session lacks payment_status'])
  expect(compareWithSample({ ...session, paid: true })).toEqual(['checkout.session has an unknown paid'])
  expect(compareWithSample({ ...session, expires_at: '500' })).toEqual([
    'checkout.session has a expires_at of another type',
  ])
  const details = { ...session.total_details, amount_tip: 0 }
  expect(compareWithSample({ ...session, total_details: details })).toEqual([
    'checkout.session.total_details has an unknown amount_tip',
  ])
  // Events are compared with what they carry.
  const event = received.map((each) => each.event).find((each) => each?.type === 'checkout.session.completed')
  expect(compareWithSample(event)).toEqual([])
  expect(compareWithSample({ ...event, data: { object: incomplete } })).toEqual([
    'checkout.session lacks payment_status',
  ])
})
