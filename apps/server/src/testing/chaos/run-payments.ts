import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import { type CashierFault, type CashierPayment, createCashier } from '../cashier.ts'
import { ApiFailure, ok } from '../client.ts'
import { assertAddsUp } from '../ledger-checks.ts'
import { createVisitor } from '../payment-pages.ts'
import { readLedger } from '../payments.ts'
import { assertEqualsProvider } from '../provider-checks.ts'
import { enqueueJob, findJobsGivenUp, runJobsNow, untilIdle } from './jobs.ts'
import { killRepeatedly, repeat } from './kills.ts'
import { createOwner, type Owner } from './owner.ts'
import type { Random } from './random.ts'
import { type SystemUnderTest, startSystem } from './system.ts'

const { cardPayments, locations, paymentAccounts, paymentRequests } = contract

const TOTAL = 10_000
const ALL = { limit: 5000 }
/** How many do something at the same time. */
const HANDS = 4
const BETWEEN_ACTS_MS = { min: 20, max: 250 }
const FAULT_EVERY_MS = 400
const ENABLED_WITHIN_MS = 30_000
/** A lost response, the error that the provider keeps under the key, and the request with another key. */
const ROUNDS_TO_SETTLE = 4

const CARDS: readonly CashierPayment[] = [
  { number: '4242424242424242' },
  { number: '4242424242424242' },
  { number: '4242424242424242' },
  { number: '4000000000009995' },
  { number: '4000002760003184' },
  { number: '4000000000000259' },
  { number: '4000000000005126' },
  { number: '4000000000007726' },
  { kind: 'bank', number: '000123456789' },
  { kind: 'bank', number: '000222222227' },
]

const FAULTS: readonly CashierFault[] = [
  { kind: 'repeat-event', times: 3 },
  { kind: 'reorder-event', times: 3 },
  { kind: 'drop-event', times: 2 },
  { kind: 'cut-response', path: 'POST /v1/refunds' },
  { kind: 'break-response', path: 'POST /v1/refunds' },
  { kind: 'fail-request', path: 'POST /v1/refunds' },
  { kind: 'cut-response', path: 'POST /v1/payment_intents' },
  { kind: 'break-response', path: 'POST /v1/payment_intents' },
  { kind: 'cut-response', path: '/expire' },
  { kind: 'break-response', path: 'POST /v1/checkout/sessions' },
  { kind: 'delay-request', ms: 400, path: 'GET /v1/payment_intents' },
]

export interface PaymentsOptions {
  requests: number
  kills: number
  isSplit: boolean
  random: Random
  print: (line: string) => void
}

export interface PaymentsResult {
  kills: number
  charges: number
  refunds: number
  disputes: number
  payouts: number
  violations: string[]
  seconds: number
}

interface Request {
  id: string
  phone: string
  link: string
}

/**
 * Requests are paid, refunded, disputed and paid out while the server is killed again and again and Stripe fails. Then
 * everything ends, and the ledger must add up and equal what Stripe knows.
 */
export async function runPayments({
  requests: count,
  kills,
  isSplit,
  random,
  print,
}: PaymentsOptions): Promise<PaymentsResult> {
  const startedAt = performance.now()
  const system = await startSystem({ isSplit })
  try {
    const owner = await createOwner(system)
    const cashier = await connect(system, owner)
    const requests = await createRequests(owner, count)
    print(`${requests.length} payment requests`)
    let isOver = false
    const act = createActs(system, owner, { cashier, requests, random })
    const hands = Array.from({ length: HANDS }, () =>
      repeat(
        () => isOver,
        () => random.between(BETWEEN_ACTS_MS.min, BETWEEN_ACTS_MS.max),
        act,
      ),
    )
    const faults = repeat(
      () => isOver,
      () => FAULT_EVERY_MS,
      async () => {
        const fault = random.pick(FAULTS)
        if (fault) await cashier.addFault(fault)
        // All contacts come from one address.
        await system.withOwner((client) =>
          client.query(`delete from directory.rate_limits where key like 'payment-page%'`),
        )
      },
    )
    const meanwhile = Promise.all([...hands, faults])
    // Awaited after the last kill; until then a failure must not end the process, which would leave the servers
    // running.
    meanwhile.catch(() => {})
    await killRepeatedly(system, {
      kills,
      random,
      onKill: (n) => n % 10 === 0 && print(`killed ${n}/${kills}`),
    })
    isOver = true
    await meanwhile
    const violations = await settle(system, cashier)
    const { charges, refunds, disputes, payouts } = await cashier.state(ALL)
    violations.push(...(await check(system, owner, cashier)))
    if (violations.length > 0) print(`  Log of the processes: ${system.logFile}`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return {
      ...{ kills, violations, seconds, refunds: refunds.length, disputes: disputes.length, payouts: payouts.length },
      charges: charges.filter(({ status }) => status === 'succeeded').length,
    }
  } finally {
    await system.close()
  }
}

type Cashier = ReturnType<typeof createCashier>

async function connect({ carrier }: SystemUnderTest, { call }: Owner): Promise<Cashier> {
  ok(await call(paymentAccounts.manage, undefined))
  const { accountID } = ok(await call(paymentAccounts.get, undefined)).data
  const cashier = createCashier({ url: carrier.origin, idle: carrier.idle }, accountID ?? '')
  await cashier.complete()
  const startedAt = performance.now()
  while (!ok(await call(paymentAccounts.isEnabled, undefined)).data.isEnabled) {
    if (performance.now() - startedAt > ENABLED_WITHIN_MS) throw new Error('The account was not enabled in time.')
    await pause(100)
  }
  return cashier
}

async function createRequests({ call }: Owner, count: number): Promise<Request[]> {
  const [location] = ok(await call(locations.getLocations, undefined)).locations
  const requests: Request[] = []
  for (let n = 0; n < count; n++) {
    const phone = `+1206556${String(n).padStart(4, '0')}`
    const { id } = ok(
      await call(paymentRequests.create, {
        clientDocumentId: crypto.randomUUID(),
        locationID: location?.id ?? '',
        contact: { name: `Contact ${n}`, phone },
        lines: [{ description: 'Checkup', unitAmount: TOTAL }],
      }),
    ).data
    ok(await call(paymentRequests.updateStatus, { id, status: 'sent' }))
    const { url } = ok(await call(paymentRequests.getLink, { id })).data
    requests.push({ id, phone, link: url })
  }
  return requests
}

/** Runs a random action. An action that comes too late or exceeds the amount is refused. */
function createActs(
  { url }: SystemUnderTest,
  { call }: Owner,
  { cashier, requests, random }: { cashier: Cashier; requests: readonly Request[]; random: Random },
): () => Promise<unknown> {
  const refused = () => undefined
  const acts: [number, (request: Request) => Promise<unknown>][] = [
    [
      40,
      async ({ link, phone }) => {
        const visitor = createVisitor(url)
        await visitor.enter(link, phone)
        await visitor.visit(`${link}/checkout`, random.chance(0.5) ? { keeps: 'yes' } : {})
      },
    ],
    [
      50,
      async () => {
        const open = (await cashier.state()).sessions.filter(({ status }) => status === 'open')
        const session = random.pick(open)
        if (session) await cashier.pay(session.id, random.pick(CARDS)).catch(refused)
      },
    ],
    [
      30,
      async ({ id }) => {
        const payment = await call(cardPayments.get, { id })
        const card = payment instanceof ApiFailure ? undefined : random.pick(payment.data.cards)
        if (card) await call(cardPayments.charge, { id, cardID: card.id, clientPaymentId: crypto.randomUUID() })
      },
    ],
    [
      40,
      ({ id }) =>
        call(paymentRequests.refund, {
          ...{ id, clientRefundId: crypto.randomUUID(), source: 'payment', target: 'card' },
          amount: random.pick([1, 999, 5000, TOTAL]) ?? 1,
        }),
    ],
    [
      10,
      ({ id }) =>
        call(paymentRequests.markAsPaid, {
          ...{ id, clientPaymentId: crypto.randomUUID(), method: 'cash' },
          amount: random.pick([1000, TOTAL]) ?? TOTAL,
        }),
    ],
    [5, ({ id }) => call(paymentRequests.updateStatus, { id, status: 'cancelled' })],
    [
      5,
      async () => {
        const charge = random.pick((await cashier.state()).charges.filter(({ status }) => status === 'succeeded'))
        if (charge) await cashier.dispute(charge.id).catch(refused)
      },
    ],
    [
      5,
      async () => {
        const dispute = random.pick((await cashier.state()).disputes)
        const outcome = random.pick(['won', 'lost'] as const) ?? 'won'
        if (dispute) await cashier.closeDispute(dispute.id, outcome).catch(refused)
      },
    ],
    // Not by more at once: Stripe keeps idempotency keys for a day, and requests are repeated meanwhile.
    [3, () => cashier.moveClock({ hours: 1 })],
    [2, () => cashier.payOut().catch(refused)],
  ]
  const weighted = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  return async () => {
    const act = random.pick(weighted)
    const request = random.pick(requests)
    if (act && request) await act(request)
  }
}

/** Jobs that try again later. */
const LATER = [
  ...['close-checkouts', 'submit-card-refund', 'charge-card', 'sync-payment-object', 'sync-payment-account'],
  ...['sync-payout', 'reconcile-payments', 'resume-card-requests-of-business', 'submit-evidence'],
]

/** A month later everything has ended, and the nightly comparison has found what was not reported. */
async function settle(system: SystemUnderTest, cashier: Cashier): Promise<string[]> {
  await cashier.clearFaults()
  const violations: string[] = []
  const round = async () => {
    await runJobsNow(system, LATER)
    violations.push(...(await untilIdle(system)))
  }
  for (let n = 0; n < ROUNDS_TO_SETTLE; n++) await round()
  for (const { id } of (await cashier.state(ALL)).disputes)
    await cashier.closeDispute(id, 'lost').catch(() => undefined)
  await cashier.moveClock({ days: 30 })
  await round()
  await enqueueJob(system, 'resume-card-requests')
  await round()
  await enqueueJob(system, 'reconcile-payments-nightly')
  for (let n = 0; n < ROUNDS_TO_SETTLE; n++) await round()
  return violations
}

function check(system: SystemUnderTest, { tenantId }: Owner, cashier: Cashier): Promise<string[]> {
  return system.withOwner(async (client) => {
    const violations: string[] = []
    const state = await cashier.state(ALL)
    for (const compare of [
      async () => assertAddsUp(await readLedger(client, { tenantId })),
      () => assertEqualsProvider(client, tenantId, state),
    ])
      await compare().catch((error: unknown) => violations.push(error instanceof Error ? error.message : String(error)))
    return [...violations, ...(await findJobsGivenUp(system))]
  })
}
