import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { startStripeTests } from '../testing/stripe-tests.ts'

const { harness, stripe, control, sandbox, received } = await startStripeTests()

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
