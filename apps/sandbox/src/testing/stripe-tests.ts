import type Stripe from 'stripe'
import { afterAll, expect } from 'vitest'
import { startStripe } from './start-stripe.ts'
import { compareWithSample, hasStripeContracts } from './stripe-contract.ts'

/** Starts a sandbox for the tests of one file, and checks all its requests, responses and events at their end. */
export async function startStripeTests() {
  const harness = await startStripe()
  const { stripe, control, sandbox, received } = harness
  afterAll(async () => {
    await harness.stop()
    harness.contract.assertNoViolations()
    if (hasStripeContracts())
      expect(received.flatMap(({ event }) => (event ? compareWithSample(event) : []))).toEqual([])
  })

  return {
    harness,
    stripe,
    control,
    sandbox,
    received,

    /** Opens a Checkout Session. */
    open: (account: Stripe.RequestOptions, amount = 12_000, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
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
      ),

    pay: (session: Stripe.Checkout.Session, number = '4242424242424242', more: object = {}) =>
      control('POST', `/sessions/${session.id}/pay`, { number, ...more }),

    eventTypes: async (account: { stripeAccount: string }) => {
      await sandbox.idle()
      return received.flatMap(({ event }) => (event?.account === account.stripeAccount ? event.type : []))
    },

    balanceOf: async (account: Stripe.RequestOptions) => {
      const { available, pending } = await stripe.balance.retrieve({}, account)
      return { available: available[0]?.amount, pending: pending[0]?.amount }
    },
  }
}
