import { contract } from '@frontdesk/contract/api'
import fc from 'fast-check'
import { test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { connectCashier, createRequest, openCheckout, readLedger } from '../../testing/payments.ts'
import { runs } from '../../testing/property-runs.ts'
import { assertEqualsProvider } from '../../testing/provider-checks.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { cardPayments, paymentRequests } = contract

const instance = await sharedTestInstance()

const DOCUMENTS = 2
const TOTAL = 10_000
const CARDS = {
  succeeds: { number: '4242424242424242' },
  declines: { number: '4000000000009995' },
  authenticates: { number: '4000002760003184' },
  disputes: { number: '4000000000000259' },
  'refund fails': { number: '4000000000005126' },
  'refund is pending': { number: '4000000000007726' },
  debit: { kind: 'bank', number: '000123456789' },
  'debit fails': { kind: 'bank', number: '000222222227' },
} as const

const document = fc.nat({ max: DOCUMENTS - 1 })
const card = fc.constantFrom(...(Object.keys(CARDS) as (keyof typeof CARDS)[]))
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), document, tip: fc.constantFrom(0, 77) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'race' as const), document, card }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      document,
      amount: fc.constantFrom(1, 999, 5000),
      target: fc.constantFrom('card' as const, 'card' as const, 'cash' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('mark' as const), document, amount: fc.constantFrom(1000, 1000, 10_000) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('charge' as const), document }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), document }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dispute' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), outcome: fc.constantFrom('won', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('payout fails' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const fault = fc.constantFrom(
  { kind: 'repeat-event', times: 3 } as const,
  { kind: 'reorder-event', times: 3 } as const,
  { kind: 'drop-event', times: 2 } as const,
  { kind: 'tamper-event' } as const,
  { kind: 'cut-response', path: 'POST /v1/refunds' } as const,
  { kind: 'break-response', path: 'POST /v1/refunds' } as const,
  { kind: 'fail-request', path: 'POST /v1/refunds' } as const,
  { kind: 'cut-response', path: 'POST /v1/payment_intents' } as const,
  { kind: 'break-response', path: 'POST /v1/payment_intents' } as const,
  { kind: 'fail-request', path: 'POST /v1/payment_intents' } as const,
  { kind: 'cut-response', path: '/expire' } as const,
  { kind: 'break-response', path: 'POST /v1/checkout/sessions' } as const,
)

test('whatever happens to card payments, the ledger is zero, equals the provider, and nobody pays twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      card,
      fc.array(fc.tuple(step, fc.option(fault)), { minLength: 5, maxLength: 9 }),
      async (first, steps) => {
        const tenant = await instance.createTenant()
        const cashier = await connectCashier(instance, tenant)
        const contact = { name: 'Maya Chen', phone: newPhone() }
        const ids: string[] = []
        for (let n = 0; n < DOCUMENTS; n++) {
          const { id } = await createRequest(tenant.owner, tenant, TOTAL, { contact })
          ok(await tenant.owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
          ids.push(id)
        }
        await run(tenant, cashier, ids, { kind: 'pay', document: 0, card: first })
        for (const [action, nextFault] of steps) {
          if (nextFault) await cashier.addFault(nextFault)
          await run(tenant, cashier, ids, action)
        }
        await settle(cashier)
        await assertEqualsProvider(instance.server.database.owner, tenant.tenantId, await cashier.state())
        assertAddsUp(await readLedger(instance.server.database.owner, tenant))
      },
    ),
    runs(2),
  )
})

type Cashier = Awaited<ReturnType<typeof connectCashier>>

const mark = ({ owner }: Tenant, id: string, amount: number) =>
  owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount, method: 'cash' })

/** Runs one step. A step that comes too late or exceeds the amount is refused. */
async function run(tenant: Tenant, cashier: Cashier, ids: string[], action: Step): Promise<void> {
  const { owner } = tenant
  const id = 'document' in action ? (ids[action.document] ?? '') : ''
  switch (action.kind) {
    case 'open':
      // Two tabs.
      await Promise.all([action.tip, 0].map((tipAmount) => openCheckout(instance, tenant, id, { tipAmount })))
      break
    case 'pay':
    case 'race': {
      await openCheckout(instance, tenant, id, { cardConsent: 'Keep my card on file.' })
      const session = (await cashier.state()).sessions.find(({ status }) => status === 'open')
      const pay = async () => session && cashier.pay(session.id, CARDS[action.card]).catch(() => undefined)
      // Cash at the counter while the page is open.
      await Promise.all([pay(), action.kind === 'race' && mark(tenant, id, TOTAL)])
      break
    }
    case 'refund': {
      const { amount, target } = action
      const input = { id, clientRefundId: crypto.randomUUID(), amount, source: 'payment', target } as const
      // A double tap.
      await Promise.all([owner.call(paymentRequests.refund, input), owner.call(paymentRequests.refund, input)])
      break
    }
    case 'charge': {
      const [kept] = ok(await owner.call(cardPayments.get, { id })).data.cards
      const input = { id, cardID: kept?.id ?? '', clientPaymentId: crypto.randomUUID(), tipAmount: 0 }
      if (kept) await Promise.all([owner.call(cardPayments.charge, input), owner.call(cardPayments.charge, input)])
      break
    }
    case 'mark':
      await mark(tenant, id, action.amount)
      break
    case 'cancel':
      await owner.call(paymentRequests.updateStatus, { id, status: 'cancelled' })
      break
    case 'dispute': {
      const charge = (await cashier.state()).charges.find(({ status }) => status === 'succeeded')
      if (charge) await cashier.dispute(charge.id).catch(() => undefined)
      break
    }
    case 'close': {
      const [dispute] = (await cashier.state()).disputes
      if (dispute) await cashier.closeDispute(dispute.id, action.outcome).catch(() => undefined)
      break
    }
    case 'wait':
      await cashier.moveClock({ days: action.days })
      break
    case 'payout fails': {
      const [payout] = (await cashier.payOut()).payouts
      if (payout) await cashier.endPayout(payout.id, 'failed')
      await cashier.complete(['bank'])
    }
  }
  await instance.idle()
}

/** A month later everything has ended, and the nightly comparison has found what was not reported. */
async function settle(cashier: Cashier): Promise<void> {
  await cashier.clearFaults()
  // A lost answer, the error that the provider kept under the key, and the request with another key.
  for (const job of [
    'close-checkouts',
    ...Array.from({ length: 3 }, () => ['submit-card-refund', 'charge-card']),
  ].flat())
    await instance.runDelayedJobs(job, { mayHaveRun: true })
  for (const { id } of (await cashier.state()).disputes) await cashier.closeDispute(id, 'lost').catch(() => undefined)
  await cashier.moveClock({ days: 30 })
  await instance.runJob('resume-card-requests')
  await instance.runJob('reconcile-payments-nightly')
  await instance.runDelayedJobs('reconcile-payments', { mayHaveRun: true })
}
