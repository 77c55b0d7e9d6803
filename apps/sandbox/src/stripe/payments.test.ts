import { expect, test } from 'vitest'
import { startStripeTests } from '../testing/stripe-tests.ts'

const { harness, stripe, control, open, pay, eventTypes, balanceOf } = await startStripeTests()

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
  const upload = (name: string, type: string, content: Buffer) =>
    stripe.files.create({ purpose: 'dispute_evidence', file: { data: content, name, type } }, account)
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47])
  expect(await upload('photo.png', 'image/png', png)).toMatchObject({ type: 'png', purpose: 'dispute_evidence' })
  // Neither another type, nor another under the name of an allowed one, nor more than 5 MB.
  const refused = { code: 'file_type', param: 'file' }
  await expect(upload('notes.txt', 'text/plain', Buffer.from('Notes'))).rejects.toMatchObject(refused)
  await expect(upload('notes.pdf', 'application/pdf', Buffer.from('Notes'))).rejects.toMatchObject(refused)
  const large = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5 * 1024 * 1024)])
  await expect(upload('large.pdf', 'application/pdf', large)).rejects.toMatchObject({ param: 'file' })
  const logo = { purpose: 'business_logo', file: { data: png, name: 'logo.png', type: 'image/png' } } as const
  await expect(stripe.files.create(logo, account)).rejects.toMatchObject({ param: 'purpose' })
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
