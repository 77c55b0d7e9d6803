import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createCardRequests } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { createVisitor } from '../../testing/payment-pages.ts'
import { openCheckout } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { cardPayments, paymentRequests } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, ofCards, assertAddsUp, loseResponse } = createCardRequests(instance)

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
  // The response and the event are lost, as after a kill between the request and the commit, and the teammate taps
  // twice.
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
  // Their page shows failures of their own attempts, not those of charges that a teammate started.
  const pay = ok(await owner.call(paymentRequests.getLink, { id: fourth })).data.url
  const { enter, visit } = createVisitor(instance.url)
  const afterCharge = (await enter(pay, phone)).text
  expect(afterCharge).toContain('Waiting for payment')
  expect(afterCharge).not.toMatch(/did not go through|Your bank/)
  await cashier.pay(await openCheckout(instance, tenant, fourth), { number: '4000000000009995' })
  const afterAttempt = (await visit(pay)).text
  expect(afterAttempt).toContain('The last payment did not go through')
  expect(afterAttempt).toContain('There was not enough money on the card or account.')
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

test('a charge whose response was lost is looked up after the provider forgot its key, not made twice', async () => {
  const contact = { name: 'Maya Chen', phone: newPhone() }
  const { tenant, cashier, id } = await aSentRequest(1000, { contact })
  await cashier.pay(await openCheckout(instance, tenant, id, { cardConsent: 'Keep my card on file.' }))
  const [card] = (await ofCards(tenant, id)).cards
  const other = await send(tenant, 2500, { contact })
  const charge = { id: other, cardID: card?.id ?? '', clientPaymentId: crypto.randomUUID(), tipAmount: 0 }
  const request = async () => ok(await tenant.owner.call(cardPayments.charge, charge))
  const [path, table, job] = ['payment_intents', 'payment_charges', 'charge-card'] as const
  await loseResponse({ tenant, cashier, path, request, table, job })
  expect(await get(tenant, other)).toMatchObject({ status: 'paid', paidAmount: 2500 })
  expect((await cashier.state()).charges.map(({ amount }) => amount).toSorted()).toEqual([1000, 2500])
  await assertAddsUp(tenant, cashier)
})
