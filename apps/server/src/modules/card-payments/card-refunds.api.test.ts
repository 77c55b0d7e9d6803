import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createCardRequests, kinds, refundInput } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { connectCashier, openCheckout } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import { lockDocumentById, proposeRefund } from '../payment-documents/index.ts'
import { applyRefund, findRefundRow, reverseRefund } from './apply-refund.ts'

const { paymentAccounts, paymentRequests } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, ofCards, assertAddsUp, refundInDashboard, payCancelled, loseResponse } =
  createCardRequests(instance)

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
  // A refund made in the dashboard that failed before we received it.
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

test('a refund that the contact has to act on keeps its amount reserved, and gives it back if it is canceled', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  await cashier.pay(await openCheckout(instance, tenant, id))
  ok(await tenant.owner.call(paymentRequests.refund, refundInput(id, 4000)))
  await instance.idle()
  const [refund] = (await cashier.state()).refunds
  await cashier.endRefund(refund?.id ?? '', 'requires_action')
  expect(await get(tenant, id)).toMatchObject({ refundedAmount: 4000, refunds: [{ state: 'requires-action' }] })
  expect(await tenant.owner.call(paymentRequests.refund, refundInput(id, 6001))).toFail('RefundTooHigh')
  await cashier.endRefund(refund?.id ?? '', 'canceled')
  const payment = await get(tenant, id)
  expect(payment).toMatchObject({ status: 'paid', refundedAmount: 0, refunds: [{ state: 'cancelled' }] })
  expect(kinds(payment).at(-1)).toBe('refund-failed')
  await assertAddsUp(tenant, cashier)
})

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

test('a refund whose response was lost is looked up after the provider forgot its key, not made twice', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  await cashier.pay(await openCheckout(instance, tenant, id))
  const request = async () => ok(await tenant.owner.call(paymentRequests.refund, refundInput(id, 1000)))
  const [path, table, job] = ['refunds', 'payment_refunds', 'submit-card-refund'] as const
  await loseResponse({ tenant, cashier, path, request, table, job })
  expect((await get(tenant, id)).refunds).toMatchObject([{ state: 'succeeded', amount: 1000 }])
  expect((await cashier.state()).refunds.map(({ amount }) => amount)).toEqual([1000])
  await assertAddsUp(tenant, cashier)
})

test('a refund that succeeded is not pending again when it was read earlier by a slower job', async () => {
  const { tenant, cashier, id } = await aSentRequest(10_000)
  await cashier.pay(await openCheckout(instance, tenant, id))
  ok(await tenant.owner.call(paymentRequests.refund, refundInput(id, 1000)))
  await instance.idle()
  const { accountID } = ok(await tenant.owner.call(paymentAccounts.get, undefined)).data
  const { services } = instance.server
  const [made] = (await cashier.state()).refunds
  const remote = await services.paymentProvider.account(accountID ?? '').findRefund(made?.id ?? '')
  await services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    applyRefund(services, tx, { ...remote, state: 'pending', transactionId: null }),
  )
  expect((await get(tenant, id)).refunds).toMatchObject([{ state: 'succeeded' }])
  await cashier.endRefund(made?.id ?? '', 'failed')
  expect((await get(tenant, id)).refunds).toMatchObject([{ state: 'failed' }])
  await assertAddsUp(tenant, cashier)
})
