import { contract } from '@frontdesk/contract/api'
import { sumOf } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createCardRequests, kinds, refundInput } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { openCheckout } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import { applyDispute } from './apply-dispute.ts'

const { cardPayments, paymentAccounts, paymentRequests } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, ofCards, assertAddsUp, payCancelled } = createCardRequests(instance)

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

  const { sid: conversationSid, contact } = await tenant.textFrom(newPhone(), 'Hello')
  const other = await send(tenant, 4000, { contact: undefined, contactID: contact.id })
  await cashier.pay(await openCheckout(instance, tenant, other))
  const charges = (await cashier.state()).charges
  await cashier.dispute(charges.find(({ amount }) => amount === 4000)?.id ?? '')
  const open = (await cashier.state()).disputes.find(({ amount }) => amount === 4000)
  await cashier.closeDispute(open?.id ?? '', 'lost')
  expect(kinds(await get(tenant, other)).at(-1)).toBe('dispute-lost')
  const cards = (await tenant.messagesOf({ sid: conversationSid })).flatMap(({ attributes }) =>
    attributes.type === 'payment' ? [attributes.payment.state] : [],
  )
  expect(cards).toEqual(['sent', 'paid', 'disputed', 'dispute-lost'])
  expect(await owner.call(paymentRequests.refund, refundInput(other, 100))).toFail('PaymentStatusWrong')
  await assertAddsUp(tenant, cashier)

  // The cash part stays refundable after the card part is lost.
  const mixed = await send(tenant, 7000)
  ok(await owner.call(paymentRequests.markAsPaid, { id: mixed, clientPaymentId: crypto.randomUUID(), amount: 2000 }))
  await cashier.pay(await openCheckout(instance, tenant, mixed))
  const disputedCharge = (await cashier.state()).charges.find(({ amount }) => amount === 5000)
  await cashier.dispute(disputedCharge?.id ?? '')
  const cash = (amount: number) => owner.call(paymentRequests.refund, refundInput(mixed, amount, { target: 'cash' }))
  expect(await cash(2000)).toFail('PaymentStatusWrong')
  await cashier.closeDispute((await cashier.state()).disputes.find(({ amount }) => amount === 5000)?.id ?? '', 'lost')
  expect(await cash(2001)).toFail('RefundTooHigh')
  ok(await cash(2000))
  await assertAddsUp(tenant, cashier)

  // An inquiry that was answered becomes a dispute, which is answered again.
  const disputedID = await send(tenant, 3000)
  await cashier.pay(await openCheckout(instance, tenant, disputedID))
  await cashier.dispute((await cashier.state()).charges.find(({ amount }) => amount === 3000)?.id ?? '', 'inquiry')
  const [inquiry] = (await ofCards(tenant, disputedID)).disputes
  const answer = { id: inquiry?.id ?? '', note: '' }
  ok(await owner.call(cardPayments.submitEvidence, answer))
  await instance.idle()
  expect((await ofCards(tenant, disputedID)).disputes).toMatchObject([
    { state: 'inquiry', submittedAt: expect.any(String) },
  ])
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  const { services } = instance.server
  const disputeId = (await cashier.state()).disputes.find(({ amount }) => amount === 3000)?.id ?? ''
  const escalated = await services.paymentProvider.account(accountID ?? '').findDispute(disputeId)
  await services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    applyDispute(services, tx, { ...escalated, state: 'needs-response' }),
  )
  expect((await ofCards(tenant, disputedID)).disputes).toMatchObject([{ state: 'needs-response', submittedAt: null }])
  ok(await owner.call(cardPayments.submitEvidence, answer))
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
  // A part of the credit was used before.
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
  // A later overpayment belongs to the contact.
  ok(await pay(next, { amount: 3100 }))
  expect((await get(tenant, lost)).creditAmount).toBe(100)
  await assertAddsUp(tenant, cashier)
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

test('evidence that the provider answered with an error of its own is sent again, not refused with that error for a day', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  await cashier.pay(await openCheckout(instance, tenant, id))
  await cashier.dispute((await cashier.state()).charges[0]?.id ?? '')
  const [dispute] = (await ofCards(tenant, id)).disputes
  const [remote] = (await cashier.state()).disputes
  await cashier.addFault({ kind: 'fail-request', path: `POST /v1/disputes/${remote?.id}` })
  ok(await tenant.owner.call(cardPayments.submitEvidence, { id: dispute?.id ?? '', note: '' }))
  await instance.idle()
  expect((await ofCards(tenant, id)).disputes).toMatchObject([{ submittedAt: null, isSubmitting: true }])
  await instance.runDelayedJobs('submit-evidence')
  await instance.idle()
  expect((await ofCards(tenant, id)).disputes).toMatchObject([{ submittedAt: expect.any(String), isSubmitting: false }])
  expect((await cashier.state()).disputes).toMatchObject([{ status: 'under_review' }])
})
