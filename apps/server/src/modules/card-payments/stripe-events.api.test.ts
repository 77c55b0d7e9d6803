import { contract } from '@frontdesk/contract/api'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createCardRequests } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { openCheckout } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentAccounts } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, assertAddsUp } = createCardRequests(instance)

test('events that are doubled, shuffled, stale, tampered with, signed with another secret or dropped', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  for (const kind of ['stale-event', 'tamper-event', 'missign-event'] as const)
    await cashier.addFault({ kind, type: 'payment_intent.succeeded' })
  await cashier.addFault({ kind: 'repeat-event', type: 'checkout.session.completed' })
  await cashier.addFault({ kind: 'reorder-event', type: 'charge.succeeded' })
  await cashier.pay(await openCheckout(instance, tenant, id))
  expect((await get(tenant, id)).status).toBe('paid')
  const { events } = await cashier.state()
  const refused = events.filter(({ deliveries }) => deliveries.some(({ statuses }) => statuses.includes(400)))
  expect(refused.map(({ type }) => type)).toEqual(['payment_intent.succeeded'])
  for (const { id: eventId } of events) await cashier.resend(eventId)
  expect((await get(tenant, id)).paidAmount).toBe(10_000)
  await assertAddsUp(tenant, cashier)

  // No event at all: the nightly comparison finds the payment.
  const other = await send(tenant, 2000)
  await cashier.addFault({ kind: 'drop-event', times: 20 })
  await cashier.pay(await openCheckout(instance, tenant, other))
  expect((await get(tenant, other)).status).toBe('sent')
  await instance.runJob('reconcile-payments-nightly')
  expect((await get(tenant, other)).status).toBe('paid')
  await instance.runDelayedJobs('reconcile-payments', { mayHaveRun: true })
  expect(ok(await tenant.owner.call(paymentAccounts.get, undefined)).data.differences).toEqual([])

  // Of an account that is not ours: accepted and counted.
  const foreign = JSON.stringify({
    id: 'evt_x',
    object: 'event',
    type: 'payout.paid',
    account: 'acct_none',
    created: 1,
    livemode: false,
    data: { object: { id: 'po_x' } },
  })
  const { connectWebhookSecrets, platformWebhookSecrets } = instance.stripe
  const post = async (secret: string | undefined) => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: foreign, secret: secret ?? '' })
    return (
      await fetch(`${instance.url}/webhooks/stripe/connect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: foreign,
      })
    ).status
  }
  expect([await post(connectWebhookSecrets[0]), await post(platformWebhookSecrets[0])]).toEqual([200, 400])
})
