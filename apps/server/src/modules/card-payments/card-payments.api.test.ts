import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { balancesOf, foldEntries, sumOf } from '@frontdesk/contract/rules'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { createCashier } from '../../testing/cashier.ts'
import { ok } from '../../testing/client.ts'
import { connectCashier, createRequest, openCheckout, readLedger } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'
import { lockDocumentById, proposeRefund } from '../payment-documents/index.ts'
import { applyDispute } from './apply-dispute.ts'
import { findRefundRow, reverseRefund } from './apply-refund.ts'
import { CheckoutRequest, startCheckout } from './start-checkout.ts'

const { cardPayments, paymentAccounts, paymentRequests, payouts } = contract

const instance = await sharedTestInstance()

type Cashier = ReturnType<typeof createCashier>

/** A business with an account, and a request that was sent. */
async function aSentRequest(unitAmount = 10_000, details: object = {}, business: { locations?: number } = {}) {
  const tenant = await instance.createTenant(business)
  const cashier = await connectCashier(instance, tenant)
  return { tenant, cashier, id: await send(tenant, unitAmount, details) }
}

async function send(tenant: Tenant, unitAmount: number, details: object = {}): Promise<string> {
  const { id } = await createRequest(tenant.owner, tenant, unitAmount, details)
  ok(await tenant.owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  return id
}

const get = async ({ owner }: Tenant, id: string): Promise<PaymentDetail> =>
  ok(await owner.call(paymentRequests.get, { id })).data
const ofCards = async ({ owner }: Tenant, id: string) => ok(await owner.call(cardPayments.get, { id })).data
const kinds = ({ timeline }: PaymentDetail) => timeline.map(({ kind }) => kind)

const refundInput = (id: string, amount: number, more: object = {}) =>
  ({ id, clientRefundId: crypto.randomUUID(), amount, target: 'card', ...more }) as never

/** The ledger is zero, documents are what it says, and the provider has what it says, to the cent. */
async function assertAddsUp(tenant: Tenant, cashier: Cashier): Promise<void> {
  await instance.idle()
  const { entries, documents, days } = await readLedger(instance.server.database.owner, tenant)
  const all = entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })) as never[]
  const balances = balancesOf(all)
  expect(sumOf(Object.values(balances))).toBe(0)
  expect(balancesOf(days.map((day) => ({ ...day, amount: Number(day.amount) })) as never[])).toEqual(balances)
  for (const row of documents) {
    const own = entries.filter(({ documentId }) => documentId === row.id)
    const money = own.reduce(
      (sums, entry) => foldEntries([{ ...entry, amount: Number(entry.amount) } as never], sums, entry.kind),
      foldEntries([]),
    )
    expect([money.paidAmount, money.refundedAmount, money.creditedAmount, money.disputedAmount]).toEqual(
      [row.paid_amount, row.refunded_amount, row.credited_amount, row.disputed_amount].map(Number),
    )
  }
  const { balance } = await cashier.state()
  expect(balances.provider).toBe(sumOf([...balance.available, ...balance.pending].map(({ amount }) => amount)))
}

test('an account is opened once, says what it lacks, and takes payments when it is complete', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  expect(ok(await manager.call(paymentAccounts.isEnabled, undefined)).data.isEnabled).toBe(false)
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(paymentAccounts.manage, undefined)).toFail('Forbidden')
  // With another address, the request has the same words.
  const people = [tenant.owner, await tenant.createUser('Owner')]
  const links = await Promise.all(people.map((person) => person.call(paymentAccounts.manage, undefined)))
  expect(new Set(links.map((link) => ok(link).data.url)).size).toBe(2)
  await instance.idle()
  const before = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(before).toMatchObject({ state: 'incomplete', isConfigured: true, isPayoutEnabled: false })
  expect(before.requirements.map(({ topic }) => topic)).toContain('bank-account')
  // Nothing of a new account had a deadline.
  expect(before.requirements.filter(({ isOverdue }) => isOverdue)).toEqual([])
  // As after a kill before the directory had the account.
  await instance.server.database.owner.query('delete from directory.payment_accounts where tenant_id = $1', [
    tenant.tenantId,
  ])
  const cashier = await connectCashier(instance, tenant)
  const complete = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(complete).toMatchObject({
    ...{ accountID: before.accountID, state: 'enabled', isPayoutEnabled: true, currency: 'USD', requirements: [] },
    bank: { last4: expect.stringMatching(/^\d{4}$/) },
    schedule: { interval: expect.any(String) },
  })

  await cashier.restrict(3)
  const asked = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(asked.requirements.length).toBeGreaterThan(0)
  expect(asked.requirementsDueAt).not.toBeNull()
  expect(asked.requirements.map(({ isOverdue }) => isOverdue)).not.toContain(true)
  await cashier.restrict(0)
  const late = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(late.requirements.map(({ isOverdue }) => isOverdue)).toContain(true)
  expect(ok(await manager.call(paymentAccounts.isEnabled, undefined)).data.isEnabled).toBe(false)
  const id = await send(tenant, 5000)
  expect(await openCheckout(instance, tenant, id)).toBe('not-enabled')
  await cashier.complete()
  expect(await openCheckout(instance, tenant, id)).toMatch(/^http/)
  await cashier.disconnect()
  expect(ok(await tenant.owner.call(paymentAccounts.get, undefined)).data.state).toBe('disconnected')
  expect(await openCheckout(instance, tenant, id)).toBe('not-enabled')
  ok(await tenant.owner.call(paymentAccounts.manage, undefined))
  await instance.idle()
  const replaced = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  expect(replaced.state).toBe('incomplete')
  expect(replaced.accountID).not.toBe(before.accountID)
  const { rows } = await instance.server.database.owner.query(
    'select state from payment_checkouts where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ state: 'lost' }])
  // Nobody can read whether the page was paid.
  expect(kinds(await get(tenant, id))).toContain('page-lost')
})

test('a card is declined, then pays with a tip; two tabs share a page; money goes to the bank', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000, {}, { locations: 2 })
  const { owner } = tenant
  const [first, second] = await Promise.all([1, 2].map(() => openCheckout(instance, tenant, id, { tipAmount: 500 })))
  expect(second).toBe(first)
  expect(kinds(await get(tenant, id))).toEqual(['created', 'sent', 'started'])
  await cashier.pay(first ?? '', { number: '4000000000009995' })
  const failed = await get(tenant, id)
  expect(failed.status).toBe('failed')
  expect(failed.timeline.at(-1)).toMatchObject({
    kind: 'failed',
    amount: 10_500,
    note: expect.stringMatching(/^Visa •••• 9995: /),
  })
  expect((await ofCards(tenant, id)).payments).toMatchObject([{ state: 'failed', failureCode: 'insufficient_funds' }])
  await cashier.pay(first ?? '')
  const paid = await get(tenant, id)
  expect(paid).toMatchObject({ status: 'paid', paidAmount: 10_000, tipAmount: 500, dueAmount: 0 })
  expect(kinds(paid)).toEqual(['created', 'sent', 'started', 'failed', 'paid'])
  expect((await ofCards(tenant, id)).payments).toMatchObject([
    { state: 'succeeded', brand: 'visa', last4: '4242', feeAmount: 335, refundableAmount: 10_500 },
  ])
  expect(await openCheckout(instance, tenant, id)).toBe('nothing-due')
  await assertAddsUp(tenant, cashier)

  // The money is paid out after its location is gone.
  const [locationId = '', moveToLocationID = ''] = tenant.locationIds
  ok(await owner.call(contract.locations.remove, { id: locationId, moveToLocationID }))
  await cashier.moveClock({ days: 4 })
  await instance.runDelayedJobs('sync-payment-account', { mayHaveRun: true })
  const [payout] = ok(await owner.call(payouts.getList, {})).data.payouts
  expect(payout).toMatchObject({ state: 'paid', amount: 10_165, currency: 'USD' })
  expect(kinds(await get(tenant, id)).at(-1)).toBe('paid-out')
  await assertAddsUp(tenant, cashier)
  await instance.runJob('reconcile-payments-nightly')
  expect(ok(await owner.call(paymentAccounts.get, undefined)).data).toMatchObject({
    ...{ differences: [], comparedAt: expect.any(String), balances: [{ availableAmount: 0, pendingAmount: 0 }] },
  })
})

test('cash while the card page is open closes it; money that still comes is credit, and goes back to the card', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  const { owner } = tenant
  const url = await openCheckout(instance, tenant, id)
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount: 4000 }))
  await instance.idle()
  expect((await cashier.state()).sessions).toMatchObject([{ status: 'expired' }])
  const next = await openCheckout(instance, tenant, id)
  expect(next).not.toBe(url)
  // The provider is down in the moment in which the rest is paid in cash, and the contact pays on the page.
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  await cashier.pay(next)
  expect(await get(tenant, id)).toMatchObject({ paidAmount: 10_000, creditedAmount: 6000, creditAmount: 6000 })
  expect((await ofCards(tenant, id)).proposedRefundAmount).toBe(6000)
  ok(await owner.call(paymentRequests.refund, refundInput(id, 6000, { source: 'credit' })))
  await instance.idle()
  expect(await ofCards(tenant, id)).toMatchObject({ proposedRefundAmount: 0 })
  expect((await get(tenant, id)).creditAmount).toBe(0)
  await assertAddsUp(tenant, cashier)

  const other = await send(tenant, 3000)
  const page = await openCheckout(instance, tenant, other)
  // The event that would close the page is late: the request is cancelled, and paid all the same.
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
  ok(await owner.call(paymentRequests.updateStatus, { id: other, status: 'cancelled' }))
  await cashier.pay(page)
  await instance.runDelayedJobs('close-checkouts', { mayHaveRun: true })
  const late = await get(tenant, other)
  expect(late).toMatchObject({ status: 'cancelled', paidAmount: 0, creditedAmount: 3000, creditAmount: 3000 })
  expect((await ofCards(tenant, other)).proposedRefundAmount).toBe(3000)
  // Some of it pays something else: only the rest is proposed.
  const used = await send(tenant, 1000, { contact: undefined, contactID: late.contact?.id })
  ok(await owner.call(paymentRequests.markAsPaid, { id: used, clientPaymentId: crypto.randomUUID(), method: 'credit' }))
  expect((await ofCards(tenant, other)).proposedRefundAmount).toBe(2000)
  const requested = { source: 'credit', reason: 'The time was taken' } as const
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const document = await lockDocumentById(tx, other)
    expect(document && (await proposeRefund(tx, document, requested))).toBe(true)
  })
  expect((await get(tenant, other)).refundRequests).toMatchObject([{ amount: 2000, source: 'credit' }])
  ok(await owner.call(paymentRequests.refund, refundInput(other, 2000, { source: 'credit' })))
  await assertAddsUp(tenant, cashier)
  expect(await get(tenant, other)).toMatchObject({
    status: 'cancelled',
    creditAmount: 0,
    refunds: [{ state: 'succeeded' }],
  })
})

test('a refund in the dashboard takes the credit that the payment brought, then what was used already is lost', async () => {
  const { tenant, cashier, id } = await aSentRequest(2000)
  const { owner } = tenant
  // An error that the provider keeps under the key: the next page has another key.
  await cashier.addFault({ kind: 'fail-request', path: 'POST /v1/checkout/sessions', code: 500 })
  expect(await openCheckout(instance, tenant, id)).toBe('unavailable')
  const page = await openCheckout(instance, tenant, id)
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'cancelled' }))
  await cashier.pay(page)
  expect((await get(tenant, id)).creditAmount).toBe(2000)
  ok(await owner.call(paymentRequests.refund, refundInput(id, 500, { source: 'credit', target: 'cash' })))
  const refund = await refundInDashboard(tenant, cashier, 2000)
  expect(await get(tenant, id)).toMatchObject({ creditAmount: 0, refundedAmount: 0 })
  await assertAddsUp(tenant, cashier)
  // Declined, then paid in cash: that the page ends is no other failure.
  const declined = await send(tenant, 900)
  await cashier.pay(await openCheckout(instance, tenant, declined), { number: '4000000000009995' })
  ok(await owner.call(paymentRequests.markAsPaid, { id: declined, clientPaymentId: crypto.randomUUID() }))
  await instance.idle()
  expect(kinds(await get(tenant, declined)).filter((kind) => kind === 'failed')).toHaveLength(1)
  await cashier.endRefund(refund, 'failed')
  expect(await get(tenant, id)).toMatchObject({ creditAmount: 1500, refundedAmount: 0 })
  await assertAddsUp(tenant, cashier)
})

/** Gives back the newest payment as someone in the provider’s dashboard would. */
async function refundInDashboard({ owner }: Tenant, cashier: Cashier, amount: number): Promise<string> {
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  const intentId = (await cashier.state()).charges[0]?.payment_intent ?? ''
  const reference = { tenantId: 'none', documentId: 'none', rowId: 'none' }
  const account = instance.server.services.paymentProvider.account(accountID ?? '')
  const { id } = await account.createRefund({ intentId, amount, reference }, crypto.randomUUID())
  await instance.idle()
  return id
}

test('refunds: two at once, lost and broken responses, one that fails later, and never more than was paid', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  const { owner } = tenant
  await cashier.pay(await openCheckout(instance, tenant, id))
  // Both at once: only one fits.
  await Promise.all([1, 2].map(() => owner.call(paymentRequests.refund, refundInput(id, 6000))))
  await instance.idle()
  expect((await get(tenant, id)).refundedAmount).toBe(6000)
  // The response is lost: the job finds the refund instead of asking for another one.
  await cashier.addFault({ kind: 'cut-response', path: 'POST /v1/refunds' })
  ok(await owner.call(paymentRequests.refund, refundInput(id, 1000)))
  await instance.idle()
  await instance.runDelayedJobs('submit-card-refund', { mayHaveRun: true })
  // An error that the provider keeps under the key.
  await cashier.addFault({ kind: 'fail-request', path: 'POST /v1/refunds', code: 500 })
  ok(await owner.call(paymentRequests.refund, refundInput(id, 500)))
  await instance.idle()
  await instance.runDelayedJobs('submit-card-refund', { mayHaveRun: true })
  const refunded = await get(tenant, id)
  expect(refunded.refunds.map(({ state, amount }) => [state, amount])).toEqual([
    ['succeeded', 6000],
    ['succeeded', 1000],
    ['succeeded', 500],
  ])
  expect((await cashier.state()).refunds.map(({ amount }) => amount).toSorted()).toEqual([1000, 500, 6000])
  expect(await owner.call(paymentRequests.refund, refundInput(id, 2501))).toFail('RefundTooHigh')
  await assertAddsUp(tenant, cashier)
  // Run again, as after a kill between the request and the commit.
  await instance.server.database.owner.query(
    "update payment_refunds set state = 'pending', provider_refund_id = null where tenant_id = $1 and amount = 1000",
    [tenant.tenantId],
  )
  await instance.runJob('resume-card-requests')
  expect((await get(tenant, id)).refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  // The bank sends one back.
  const last = (await cashier.state()).refunds.find(({ amount }) => amount === 500)
  await cashier.endRefund(last?.id ?? '', 'failed')
  const sentBack = await get(tenant, id)
  expect(sentBack).toMatchObject({ status: 'partly-refunded', refundedAmount: 7000, refundableAmount: 3000 })
  expect(kinds(sentBack).at(-1)).toBe('refund-failed')
  expect(sentBack.refunds.at(-1)).toMatchObject({ state: 'failed' })
  await assertAddsUp(tenant, cashier)
  // One that was made in the dashboard, and failed before we heard of it.
  await cashier.addFault({ kind: 'drop-event', times: 3 })
  await cashier.endRefund(await refundInDashboard(tenant, cashier, 400), 'failed')
  await instance.runJob('reconcile-payments-nightly')
  expect(await get(tenant, id)).toMatchObject({ refundedAmount: 7000 })
  await assertAddsUp(tenant, cashier)
  // It counts as failed, until the provider says that it was made.
  await cashier.addFault({ kind: 'cut-response', path: 'POST /v1/refunds' })
  await cashier.addFault({ kind: 'drop-event', times: 5 })
  ok(await owner.call(paymentRequests.refund, refundInput(id, 300)))
  await instance.idle()
  const { inTenant } = instance.server.services
  await inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const document = await lockDocumentById(tx, id)
    const row = (await get(tenant, id)).refunds.find(({ amount }) => amount === 300)
    const refund = await findRefundRow(tx, row?.id ?? '')
    if (document && refund)
      await reverseRefund(instance.server.services, tx, document, refund, {
        state: 'failed',
        reason: '',
        transactionId: null,
      })
  })
  expect((await get(tenant, id)).refundedAmount).toBe(7000)
  const { refunds: made, events } = await cashier.state()
  expect(made.map(({ amount }) => amount)).toContain(300)
  await cashier.resend(events.find(({ type }) => type === 'refund.created')?.id ?? '')
  expect(await get(tenant, id)).toMatchObject({
    refundedAmount: 7300,
    refunds: expect.arrayContaining([expect.objectContaining({ amount: 300, state: 'succeeded' })]),
  })
  await cashier.clearFaults()
  await assertAddsUp(tenant, cashier)
  // The business takes the access back while a refund waits for the provider.
  await cashier.addFault({ kind: 'fail-request', path: 'POST /v1/refunds', code: 503 })
  ok(await owner.call(paymentRequests.refund, refundInput(id, 700)))
  await instance.idle()
  expect((await get(tenant, id)).refunds.at(-1)).toMatchObject({ state: 'pending', amount: 700 })
  await cashier.disconnect()
  await instance.runDelayedJobs('submit-card-refund')
  // It may have been made: the money stays reserved.
  expect(await get(tenant, id)).toMatchObject({
    refundedAmount: 8000,
    refunds: expect.arrayContaining([expect.objectContaining({ amount: 700, state: 'pending' })]),
  })
})

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

test('a bank debit is completed but unpaid, and fails after days; another one settles', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  await cashier.pay(await openCheckout(instance, tenant, id), { kind: 'bank', number: '000222222227' })
  const waiting = await get(tenant, id)
  expect(waiting).toMatchObject({ status: 'processing', paidAmount: 0, dueAmount: 10_000 })
  expect(await openCheckout(instance, tenant, id)).toBe('processing')
  const intentOf = async () => {
    const { rows } = await instance.server.database.owner.query(
      "select k.intent_id from payment_charges k join payments p on p.tenant_id = k.tenant_id and p.id = k.payment_id where p.tenant_id = $1 and p.state = 'processing'",
      [tenant.tenantId],
    )
    return rows[0].intent_id as string
  }
  await cashier.settle(await intentOf(), 'fails')
  const failed = await get(tenant, id)
  expect(failed.status).toBe('failed')
  expect(failed.timeline.at(-1)).toMatchObject({ kind: 'failed', method: 'bank-debit' })
  await cashier.pay(await openCheckout(instance, tenant, id), { kind: 'bank' })
  await cashier.settle(await intentOf(), 'succeeds')
  expect(await get(tenant, id)).toMatchObject({ status: 'paid', paidAmount: 10_000 })
  await assertAddsUp(tenant, cashier)
})

test('disputes: after a refund and before one, with evidence, won and lost', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  const { owner } = tenant
  await cashier.pay(await openCheckout(instance, tenant, id))
  ok(await owner.call(paymentRequests.refund, refundInput(id, 1000, { reason: 'They were rude' })))
  await instance.idle()
  const [charge] = (await cashier.state()).charges
  await cashier.dispute(charge?.id ?? '', 'product_not_received')
  const disputed = await get(tenant, id)
  expect(disputed.status).toBe('disputed')
  expect(kinds(disputed).at(-1)).toBe('disputed')
  expect(await owner.call(paymentRequests.refund, refundInput(id, 100))).toFail('PaymentStatusWrong')
  const [dispute] = (await ofCards(tenant, id)).disputes
  expect(dispute).toMatchObject({
    state: 'needs-response',
    reason: 'product_not_received',
    evidenceDueAt: expect.any(String),
  })
  await assertAddsUp(tenant, cashier)
  const member = await tenant.createUser('TeamMember')
  const evidence = { id: dispute?.id ?? '', note: 'They came on Monday.' }
  expect(await member.call(cardPayments.submitEvidence, evidence)).toFail('Forbidden')
  const packed = ok(await owner.call(cardPayments.getEvidence, { id: evidence.id })).data
  expect(packed).toMatchObject({ customerName: 'Maya Chen', productDescription: expect.stringContaining('Checkup') })
  expect(packed.statement).toContain('Refunded $10.00 USD')
  expect(packed.statement).not.toContain('They were rude')
  ok(await owner.call(cardPayments.submitEvidence, evidence))
  expect(await owner.call(cardPayments.submitEvidence, evidence)).toFail('DisputeClosed')
  await instance.idle()
  expect((await ofCards(tenant, id)).disputes).toMatchObject([{ submittedAt: expect.any(String), isSubmitting: false }])
  const [remote] = (await cashier.state()).disputes
  await cashier.closeDispute(remote?.id ?? '', 'won')
  expect(await get(tenant, id)).toMatchObject({ status: 'partly-refunded' })
  expect((await ofCards(tenant, id)).disputes).toMatchObject([{ state: 'won' }])
  await assertAddsUp(tenant, cashier)

  const other = await send(tenant, 4000)
  await cashier.pay(await openCheckout(instance, tenant, other))
  const charges = (await cashier.state()).charges
  await cashier.dispute(charges.find(({ amount }) => amount === 4000)?.id ?? '')
  const open = (await cashier.state()).disputes.find(({ amount }) => amount === 4000)
  await cashier.closeDispute(open?.id ?? '', 'lost')
  expect(kinds(await get(tenant, other)).at(-1)).toBe('dispute-lost')
  expect(await owner.call(paymentRequests.refund, refundInput(other, 100))).toFail('PaymentStatusWrong')
  await assertAddsUp(tenant, cashier)

  // What was paid in cash is refundable after the card’s part is lost.
  const mixed = await send(tenant, 7000)
  ok(await owner.call(paymentRequests.markAsPaid, { id: mixed, clientPaymentId: crypto.randomUUID(), amount: 2000 }))
  await cashier.pay(await openCheckout(instance, tenant, mixed))
  const taken = (await cashier.state()).charges.find(({ amount }) => amount === 5000)
  await cashier.dispute(taken?.id ?? '')
  const cash = (amount: number) => owner.call(paymentRequests.refund, refundInput(mixed, amount, { target: 'cash' }))
  expect(await cash(2000)).toFail('PaymentStatusWrong')
  await cashier.closeDispute((await cashier.state()).disputes.find(({ amount }) => amount === 5000)?.id ?? '', 'lost')
  expect(await cash(2001)).toFail('RefundTooHigh')
  ok(await cash(2000))
  await assertAddsUp(tenant, cashier)

  // An inquiry that was answered becomes a dispute, which is answered again.
  const asked = await send(tenant, 3000)
  await cashier.pay(await openCheckout(instance, tenant, asked))
  await cashier.dispute((await cashier.state()).charges.find(({ amount }) => amount === 3000)?.id ?? '', 'inquiry')
  const [inquiry] = (await ofCards(tenant, asked)).disputes
  const answer = { id: inquiry?.id ?? '', note: '' }
  ok(await owner.call(cardPayments.submitEvidence, answer))
  await instance.idle()
  expect((await ofCards(tenant, asked)).disputes).toMatchObject([{ state: 'inquiry', submittedAt: expect.any(String) }])
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  const { services } = instance.server
  const disputeId = (await cashier.state()).disputes.find(({ amount }) => amount === 3000)?.id ?? ''
  const escalated = await services.paymentProvider.account(accountID ?? '').findDispute(disputeId)
  await services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    applyDispute(services, tx, { ...escalated, state: 'needs-response' }),
  )
  expect((await ofCards(tenant, asked)).disputes).toMatchObject([{ state: 'needs-response', submittedAt: null }])
  ok(await owner.call(cardPayments.submitEvidence, answer))
})

/** A request that is cancelled, and paid all the same. */
async function payCancelled(tenant: Tenant, cashier: Cashier, amount: number, details: object): Promise<string> {
  const id = await send(tenant, amount, details)
  const page = await openCheckout(instance, tenant, id)
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
  ok(await tenant.owner.call(paymentRequests.updateStatus, { id, status: 'cancelled' }))
  await cashier.pay(page)
  await instance.runDelayedJobs('close-checkouts', { mayHaveRun: true })
  return id
}

test('a credit is proposed for refund on one document only, and not while a refund of it awaits approval', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const cashier = await connectCashier(instance, tenant)
  const { owner } = tenant
  const contact = { name: 'Maya Chen', phone: newPhone() }
  const older = await payCancelled(tenant, cashier, 3000, { contact })
  const elsewhere = await payCancelled(tenant, cashier, 700, { contact, locationID: tenant.locationIds[1] })
  const newer = await payCancelled(tenant, cashier, 2000, { contact })
  const proposals = async () =>
    (await Promise.all([older, elsewhere, newer].map((id) => ofCards(tenant, id)))).map(
      ({ proposedRefundAmount }) => proposedRefundAmount,
    )
  expect(await proposals()).toEqual([3000, 700, 2000])
  // Its origin is not recorded, so it counts as used from the oldest document at the location.
  const used = await send(tenant, 2500, { contact })
  ok(await owner.call(paymentRequests.markAsPaid, { id: used, clientPaymentId: crypto.randomUUID(), method: 'credit' }))
  expect(await proposals()).toEqual([500, 700, 2000])

  ok(await owner.call(contract.paymentConfigs.save, { refundApprovalAbove: 1000, version: 0 }))
  const waiting = refundInput(newer, 1500, { source: 'credit' }) as { clientRefundId: string }
  ok(await owner.call(paymentRequests.refund, waiting as never))
  expect(await proposals()).toEqual([500, 700, 500])
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const document = await lockDocumentById(tx, newer)
    const requested = { source: 'credit', reason: 'The time was taken' } as const
    for (const isLeft of [true, false]) expect(document && (await proposeRefund(tx, document, requested))).toBe(isLeft)
  })
  expect((await get(tenant, newer)).refundRequests.map(({ amount }) => amount)).toEqual([1500, 500])
  const manager = await tenant.createUser('Manager')
  for (const { id } of (await get(tenant, newer)).refundRequests)
    ok(await manager.call(paymentRequests.decideRefund, { id: newer, refundRequestID: id, isApproved: true }))
  expect(await proposals()).toEqual([500, 700, 0])
  ok(await owner.call(contract.paymentConfigs.save, { refundApprovalAbove: null, version: 1 }))
  ok(await owner.call(paymentRequests.refund, refundInput(older, 500, { source: 'credit' })))
  ok(await owner.call(paymentRequests.refund, refundInput(elsewhere, 700, { source: 'credit' })))
  expect(await proposals()).toEqual([0, 0, 0])
  await assertAddsUp(tenant, cashier)
})

test('credit that a disputed payment brought is neither used nor paid out, and is gone if the dispute is lost', async () => {
  const { tenant, cashier } = await aSentRequest()
  const { owner } = tenant
  const contact = { name: 'Maya Chen', phone: newPhone() }
  const pay = (id: string, details: object = {}) =>
    owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), ...details })
  const overpay = (amount: number) => payCancelled(tenant, cashier, amount, { contact })
  const dispute = async (amount: number) => {
    await cashier.dispute((await cashier.state()).charges.find((charge) => charge.amount === amount)?.id ?? '')
    return (await cashier.state()).disputes.find((each) => each.amount === amount)?.id ?? ''
  }
  const id = await overpay(3000)
  expect((await get(tenant, id)).creditAmount).toBe(3000)
  const next = await send(tenant, 3000, { contact })
  const first = await dispute(3000)
  expect((await get(tenant, next)).creditAmount).toBe(0)
  const payOut = (amount: number) =>
    owner.call(paymentRequests.refund, refundInput(next, amount, { source: 'credit', target: 'cash' }))
  expect(await payOut(1)).toFail('CreditTooLow')
  expect(await pay(next, { method: 'credit' })).toFail('CreditTooLow')
  await cashier.closeDispute(first, 'won')
  expect((await get(tenant, next)).creditAmount).toBe(3000)

  const lost = await overpay(2000)
  // Some of it was used before.
  const used = await send(tenant, 500, { contact })
  ok(await pay(used, { method: 'credit' }))
  expect((await get(tenant, lost)).creditAmount).toBe(4500)
  const second = await dispute(2000)
  expect((await get(tenant, lost)).creditAmount).toBe(2500)
  await cashier.closeDispute(second, 'lost')
  expect(await get(tenant, lost)).toMatchObject({ status: 'disputed', creditAmount: 2500 })
  ok(await payOut(2500))
  expect(await payOut(1)).toFail('CreditTooLow')
  // Refunded as credit before the dispute, which takes it too.
  const refunded = await send(tenant, 4000, { contact })
  await cashier.pay(await openCheckout(instance, tenant, refunded))
  ok(await owner.call(paymentRequests.refund, refundInput(refunded, 1500, { target: 'credit' })))
  expect((await get(tenant, lost)).creditAmount).toBe(1500)
  const third = await dispute(4000)
  expect((await get(tenant, lost)).creditAmount).toBe(0)
  await cashier.closeDispute(third, 'lost')
  expect((await get(tenant, lost)).creditAmount).toBe(0)
  expect(await payOut(1)).toFail('CreditTooLow')
  // The bank decides otherwise afterwards.
  await cashier.closeDispute(third, 'won')
  expect((await get(tenant, lost)).creditAmount).toBe(1500)
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  const { services } = instance.server
  const decided = await services.paymentProvider.account(accountID ?? '').findDispute(third)
  for (const [state, creditAmount] of [
    ['lost', 0],
    ['won', 1500],
  ] as const) {
    await services.inTenant({ tenantId: tenant.tenantId }, (tx) => applyDispute(services, tx, { ...decided, state }))
    expect((await get(tenant, lost)).creditAmount).toBe(creditAmount)
  }
  await cashier.closeDispute(second, 'won')
  expect(await get(tenant, lost)).toMatchObject({ status: 'cancelled', creditAmount: 3500 })
  ok(await payOut(3500))
  // What the contact overpays later is theirs.
  ok(await pay(next, { amount: 3100 }))
  expect((await get(tenant, lost)).creditAmount).toBe(100)
  await assertAddsUp(tenant, cashier)
})

test('a card on file is charged once with a receipt; when the bank refuses, the contact gets one link to pay', async () => {
  const phone = newPhone()
  const contact = { name: 'Maya Chen', phone }
  const { tenant, cashier, id } = await aSentRequest(10_000, { contact })
  const { owner } = tenant
  const cardConsent = 'Keep my card on file.'
  await cashier.pay(await openCheckout(instance, tenant, id, { cardConsent }))
  const [card] = (await ofCards(tenant, id)).cards
  expect(card).toMatchObject({ brand: 'visa', last4: '4242', consentText: cardConsent })
  const other = await send(tenant, 2500, { contact })
  const charge = { id: other, cardID: card?.id ?? '', clientPaymentId: crypto.randomUUID(), tipAmount: 0 }
  // The response and the event are lost, as after a kill between the request and the commit, and the teammate taps twice.
  await cashier.addFault({ kind: 'cut-response', path: 'POST /v1/payment_intents' })
  await cashier.addFault({ kind: 'drop-event', type: 'payment_intent.succeeded' })
  for (const answer of await Promise.all([1, 2].map(() => owner.call(cardPayments.charge, charge)))) ok(answer)
  await instance.idle()
  expect((await ofCards(tenant, other)).payments).toMatchObject([{ state: 'unknown' }])
  expect((await get(tenant, other)).status).toBe('processing')
  await instance.runDelayedJobs('charge-card')
  expect(await get(tenant, other)).toMatchObject({ status: 'paid', paidAmount: 2500 })
  expect((await ofCards(tenant, other)).payments).toMatchObject([{ state: 'succeeded', by: expect.any(String) }])
  expect((await cashier.state()).charges.filter(({ amount }) => amount === 2500)).toHaveLength(1)
  const texts = async () => (await tenant.messagesOnPhone(phone)).map(({ body }) => body)
  expect(await texts()).toEqual([expect.stringMatching(/we charged \$25\.00 to your Visa •••• 4242 .*\/pay\//)])
  await assertAddsUp(tenant, cashier)
  ok(await owner.call(cardPayments.removeCard, { id: other, cardID: charge.cardID }))
  await instance.idle()
  expect((await ofCards(tenant, other)).cards).toEqual([])
  const again = { ...charge, id: await send(tenant, 1000, { contact }), clientPaymentId: crypto.randomUUID() }
  expect(await owner.call(cardPayments.charge, again)).toFail('CardNotFound')

  // A bank that wants to see the cardholder, and says so twice.
  const third = await send(tenant, 3000, { contact })
  const page = await openCheckout(instance, tenant, third, { cardConsent })
  await cashier.pay(page, { number: '4000002760003184', authentication: 'completed' })
  const [strict] = (await ofCards(tenant, third)).cards
  const fourth = await send(tenant, 4000, { contact })
  for (let n = 0; n < 2; n++) {
    const attempt = { id: fourth, cardID: strict?.id ?? '', clientPaymentId: crypto.randomUUID(), tipAmount: 0 }
    ok(await owner.call(cardPayments.charge, attempt))
    await instance.idle()
  }
  expect((await get(tenant, fourth)).status).toBe('failed')
  expect((await ofCards(tenant, fourth)).payments.map(({ failureCode }) => failureCode)).toEqual([
    'authentication_required',
    'authentication_required',
  ])
  expect((await texts()).slice(1)).toEqual([expect.stringMatching(/\$40\.00 .* did not go through.*\/pay\//)])
  await cashier.pay(await openCheckout(instance, tenant, fourth))
  expect((await get(tenant, fourth)).status).toBe('paid')
  await assertAddsUp(tenant, cashier)

  // Charged twice: while a page is open, and after that was paid.
  const fifth = await send(tenant, 5000, { contact })
  await cashier.pay(await openCheckout(instance, tenant, fifth, { cardConsent }))
  const cardID = (await ofCards(tenant, fifth)).cards[0]?.id ?? ''
  const chargeOf = (requestId: string) =>
    owner.call(cardPayments.charge, { ...charge, cardID, id: requestId, clientPaymentId: crypto.randomUUID() })
  const sixth = await send(tenant, 600, { contact })
  await openCheckout(instance, tenant, sixth)
  ok(await chargeOf(sixth))
  await instance.idle()
  expect((await get(tenant, sixth)).status).toBe('paid')
  const seventh = await send(tenant, 700, { contact })
  const seventhPage = await openCheckout(instance, tenant, seventh)
  await cashier.addFault({ kind: 'drop-event', times: 10 })
  await cashier.pay(seventhPage)
  ok(await chargeOf(seventh))
  await instance.idle()
  await cashier.clearFaults()
  expect((await get(tenant, seventh)).status).toBe('paid')
  expect(
    (await ofCards(tenant, seventh)).payments.map(({ state, failureCode }) => failureCode ?? state).toSorted(),
  ).toEqual(['paid_online', 'succeeded'])
  // The provider is down; meanwhile it is paid in cash.
  const eighth = await send(tenant, 800, { contact })
  await cashier.addFault({ kind: 'fail-request', path: 'POST /v1/payment_intents', code: 503 })
  ok(await chargeOf(eighth))
  await instance.idle()
  ok(await owner.call(paymentRequests.markAsPaid, { id: eighth, clientPaymentId: crypto.randomUUID() }))
  await instance.runDelayedJobs('charge-card')
  expect((await ofCards(tenant, eighth)).payments).toMatchObject([{ state: 'failed', failureCode: 'not_due' }])
  expect((await cashier.state()).sessions.filter(({ status }) => status === 'open')).toEqual([])
  await assertAddsUp(tenant, cashier)
  const contactID = (await get(tenant, fifth)).contact?.id ?? ''
  ok(await owner.call(contract.contacts.remove, { id: contactID }))
  await instance.idle()
  expect((await ofCards(tenant, fifth)).cards).toEqual([])
})

test('other currencies and small print: no page where the account has another currency', async () => {
  const { tenant } = await aSentRequest()
  const yen = await send(tenant, 3000, { currency: 'JPY' })
  const start = {
    tenantId: tenant.tenantId,
    documentId: yen,
    tipAmount: 0,
    returnUrl: 'https://x.test',
    title: '',
    tipTitle: '',
  }
  expect(await startCheckout(instance.server.services, { ...start, language: 'en', cardConsent: null })).toEqual({
    error: 'not-enabled',
  })
  expect((await ofCards(tenant, yen)).isOnlineEnabled).toBe(false)
})

test('what is too little for the provider cannot be paid online, so nobody is asked to try again', async () => {
  const { tenant, cashier } = await aSentRequest()
  expect(await openCheckout(instance, tenant, await send(tenant, 49))).toBe('not-enabled')
  const least = await send(tenant, 50)
  await cashier.pay(await openCheckout(instance, tenant, least))
  expect((await get(tenant, least)).status).toBe('paid')
})

test('a link to try again that can be neither texted nor mailed, or is not delivered, is reported to the team', async () => {
  const phone = newPhone()
  const contact = { name: 'Maya Chen', phone }
  const { tenant, cashier } = await aSentRequest(1000, { contact })
  const fail = async (prepare: () => Promise<unknown>) => {
    const id = await send(tenant, 2000, { contact })
    const url = await openCheckout(instance, tenant, id)
    await cashier.pay(url, { number: '4000000000009995' })
    await prepare()
    await instance.runDelayedJobs('send-payment-text', { mayHaveRun: true })
    await instance.idle()
    return kinds(await get(tenant, id))
  }
  const setEmail = (email: string | null) =>
    instance.server.database.owner.query('update contacts set email = $2 where tenant_id = $1', [
      tenant.tenantId,
      email,
    ])
  // The contact has it.
  expect(await fail(async () => {})).not.toContain('link-failed')
  await instance.addFault({ kind: 'landline', phone })
  expect(await fail(async () => {})).toContain('link-failed')
  expect(await fail(() => setEmail('maya@example.test'))).not.toContain('link-failed')
  await setEmail(null)
  await tenant.textFrom(phone, 'STOP')
  await instance.idle()
  expect(await fail(async () => {})).toContain('link-failed')
  const { notifications } = ok(await tenant.owner.call(contract.notifications.getList, {})).data
  expect(notifications.map(({ kind }) => kind)).toContain('payment-link-failed')
})

test('a dispute after the payout takes the balance below zero; the next payment makes up for it, to the cent', async () => {
  const { tenant, cashier, id } = await aSentRequest(5000)
  const { owner } = tenant
  await cashier.pay(await openCheckout(instance, tenant, id))
  await cashier.moveClock({ days: 8 })
  await cashier.payOut()
  await assertAddsUp(tenant, cashier)
  const [charge] = (await cashier.state()).charges
  await cashier.dispute(charge?.id ?? '')
  await instance.runDelayedJobs('sync-payment-account', { mayHaveRun: true })
  await instance.idle()
  const balances = async () => ok(await owner.call(paymentAccounts.get, undefined)).data.balances
  const total = async () =>
    sumOf((await balances()).map(({ availableAmount, pendingAmount }) => availableAmount + pendingAmount))
  expect(await total()).toBeLessThan(0)
  await assertAddsUp(tenant, cashier)
  const other = await send(tenant, 20_000)
  await cashier.pay(await openCheckout(instance, tenant, other))
  await instance.runDelayedJobs('sync-payment-account', { mayHaveRun: true })
  await instance.idle()
  expect(await total()).toBeGreaterThan(0)
  await assertAddsUp(tenant, cashier)
})

test('a contact who is merged, opts out or is deleted while the card page is open pays once, and can be refunded', async () => {
  const phone = newPhone()
  const { tenant, cashier, id: merged } = await aSentRequest(1000, { contact: { name: 'Maya Chen', phone } })
  const { owner } = tenant
  const { contactMerging, contacts } = contract
  const contactID = (await get(tenant, merged)).contact?.id ?? ''
  const first = await openCheckout(instance, tenant, merged)
  const survivor = ok(await owner.call(contacts.add, { name: 'Maya', phone: newPhone() }))
  const pair = { survivorID: survivor.id, otherID: contactID }
  const { version } = ok(await owner.call(contactMerging.preview, pair))
  ok(await owner.call(contactMerging.merge, { ...pair, version }))
  await cashier.pay(first)
  expect(await get(tenant, merged)).toMatchObject({ status: 'paid', contact: { id: survivor.id } })

  const optedOut = await send(tenant, 2000, { contact: undefined, contactID: survivor.id })
  const second = await openCheckout(instance, tenant, optedOut)
  await tenant.textFrom(phone, 'STOP')
  await instance.idle()
  await cashier.pay(second)
  expect((await get(tenant, optedOut)).status).toBe('paid')

  const deleted = await send(tenant, 3000, { contact: undefined, contactID: survivor.id })
  const third = await openCheckout(instance, tenant, deleted)
  ok(await owner.call(contacts.remove, { id: survivor.id }))
  await instance.idle()
  await cashier.pay(third)
  expect(await get(tenant, deleted)).toMatchObject({ status: 'paid', contact: null })
  for (const [id, amount] of [
    [merged, 1000],
    [optedOut, 2000],
    [deleted, 3000],
  ] as const)
    ok(await owner.call(paymentRequests.refund, refundInput(id, amount)))
  await instance.idle()
  const { charges } = await cashier.state()
  expect(charges.map(({ amount, amount_refunded }) => [amount, amount_refunded]).toSorted()).toEqual([
    [1000, 1000],
    [2000, 2000],
    [3000, 3000],
  ])
  await assertAddsUp(tenant, cashier)
})

test('an account that is restricted or disconnected while the card page is open keeps no page that asks for money', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const url = await openCheckout(instance, tenant, id)
  await cashier.restrict(0)
  expect(await openCheckout(instance, tenant, await send(tenant, 500))).toBe('not-enabled')
  expect((await ofCards(tenant, id)).isOnlineEnabled).toBe(false)
  // Paid on the page all the same: what the provider took counts.
  const { status } = await cashier.pay(url).catch(() => ({ status: 'refused' }))
  expect((await get(tenant, id)).status).toBe(status === 'complete' ? 'paid' : 'sent')
  await cashier.disconnect()
  expect(await openCheckout(instance, tenant, await send(tenant, 700))).toBe('not-enabled')
})

test('a payment in another currency is not taken for what is due: the team is told once, and it can still be paid', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const { owner } = tenant
  const page = await openCheckout(instance, tenant, id)
  const { rows } = await instance.server.database.owner.query<{ account_id: string; request: unknown }>(
    'select account_id, request from payment_checkouts where tenant_id = $1',
    [tenant.tenantId],
  )
  const [stored] = rows
  if (!stored) throw new Error('There is no page.')
  const account = instance.server.services.paymentProvider.account(stored.account_id)
  const foreign = { ...CheckoutRequest.parse(stored.request), currency: 'CAD' }
  const { url } = await account.createCheckout(foreign, `checkout:${crypto.randomUUID()}`)
  await cashier.addFault({ kind: 'repeat-event', times: null })
  await cashier.pay(url ?? '')
  await cashier.clearFaults()
  const held = await get(tenant, id)
  expect(held).toMatchObject({ status: 'sent', paidAmount: 0, dueAmount: 1000 })
  expect(held.timeline.filter(({ kind }) => kind === 'currency-differs')).toMatchObject([
    { amount: null, note: expect.stringMatching(/^CA\$10\.00 \(pi_\w+\)$/) },
  ])
  const { notifications } = ok(await owner.call(contract.notifications.getList, {})).data
  expect(notifications.map(({ kind, paymentID }) => ({ kind, paymentID }))).toEqual([
    { kind: 'payment-to-check', paymentID: id },
  ])
  await cashier.pay(page)
  expect(await get(tenant, id)).toMatchObject({ status: 'paid', paidAmount: 1000 })
})

test('a kept card that was charged in another currency leaves no payment open: the request can be paid', async () => {
  const contact = { name: 'Maya Chen', phone: newPhone() }
  const { tenant, cashier, id } = await aSentRequest(1000, { contact })
  await cashier.pay(await openCheckout(instance, tenant, id, { cardConsent: 'Keep my card on file.' }))
  const [card] = (await ofCards(tenant, id)).cards
  const other = await send(tenant, 2500, { contact })
  await cashier.addFault({ kind: 'cut-response', path: 'POST /v1/payment_intents' })
  await cashier.addFault({ kind: 'drop-event', type: 'payment_intent.succeeded' })
  const charge = { id: other, cardID: card?.id ?? '', clientPaymentId: crypto.randomUUID(), tipAmount: 0 }
  ok(await tenant.owner.call(cardPayments.charge, charge))
  await instance.idle()
  const setCurrency = (currency: string) =>
    instance.server.database.owner.query(
      'update payment_documents set currency = $1 where tenant_id = $2 and id = $3',
      [...[currency, tenant.tenantId, other]],
    )
  await setCurrency('CAD')
  await instance.runDelayedJobs('charge-card')
  await setCurrency('USD')
  const { status, timeline } = await get(tenant, other)
  expect(status).toBe('sent')
  expect(timeline.filter(({ kind }) => kind === 'currency-differs')).toHaveLength(1)
  expect((await ofCards(tenant, other)).payments).toMatchObject([{ state: 'cancelled' }])
  await cashier.pay(await openCheckout(instance, tenant, other))
  expect(await get(tenant, other)).toMatchObject({ status: 'paid', paidAmount: 2500 })
})

test('what was paid while the account was disconnected is reported, and applied when it is connected again', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const { owner } = tenant
  const unpaid = await send(tenant, 500)
  const [page, unpaidPage] = [await openCheckout(instance, tenant, id), await openCheckout(instance, tenant, unpaid)]
  await cashier.disconnect()
  await cashier.pay(page)
  expect(await get(tenant, id)).toMatchObject({ paidAmount: 0 })
  const listed = async () =>
    ok(await owner.call(contract.notifications.getList, {}))
      .data.notifications.filter(({ kind }) => kind === 'payment-to-check')
      .map(({ paymentID, isRead }) => ({ paymentID, isRead }))
  expect(new Set(await listed())).toEqual(new Set([id, unpaid].map((paymentID) => ({ paymentID, isRead: false }))))

  // No event says so: the owner presses “Connect again”.
  await cashier.addFault({ kind: 'drop-event', type: 'account.application.authorized' })
  await cashier.reconnect()
  expect(await get(tenant, id)).toMatchObject({ paidAmount: 0 })
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  ok(await owner.call(paymentAccounts.manage, undefined))
  await instance.idle()
  expect(ok(await owner.call(paymentAccounts.get, undefined)).data).toMatchObject({ accountID, state: 'enabled' })
  const paid = await get(tenant, id)
  expect(paid).toMatchObject({ status: 'paid', paidAmount: 1000 })
  expect(kinds(paid).slice(-3)).toEqual(['page-lost', 'page-recovered', 'paid'])
  expect((await cashier.state()).sessions.map(({ status }) => status).toSorted()).toEqual(['complete', 'expired'])
  expect((await listed()).every(({ isRead }) => isRead)).toBe(true)
  const next = await openCheckout(instance, tenant, unpaid)
  expect(next).not.toBe(unpaidPage)
  await assertAddsUp(tenant, cashier)

  // The event of the new connection is enough, without anyone pressing a button.
  await cashier.disconnect()
  await cashier.pay(next)
  await cashier.reconnect()
  expect((await get(tenant, unpaid)).status).toBe('paid')
  await assertAddsUp(tenant, cashier)
})
