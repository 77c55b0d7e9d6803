import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { CARD, createPagePayments, wordingOf } from '../../testing/page-payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingPayments, bookings, cardPayments } = contract
const instance = await sharedTestInstance()
const { aSalon, prove, agree, aPaidVisit, bookingOf, paymentOf, requestOf } = createPagePayments(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

test('a kept card: nothing is charged at booking, a no-show fee never above what was agreed to, with a receipt', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const { owner } = tenant
  const { booking, phone, visit } = await aPaidVisit(at, clock(1))
  expect(visit.payment).toMatchObject({ kind: 'card', amount: 0, noShowFeeAmount: 3000 })
  expect(booking.status).toBe('booked')
  expect((await cashier.state()).charges).toEqual([])
  const before = await paymentOf(tenant, booking.id)
  expect(before).toMatchObject({
    terms: { wording: wordingOf(visit) },
    card: { last4: '4242' },
    fee: null,
    requests: [],
  })
  const charge = (input: object = {}, person = owner) =>
    person.call(bookingPayments.chargeFee, { id: booking.id, clientPaymentId: crypto.randomUUID(), ...input })
  expect(await charge()).toFail('BookingStatusWrong')
  ok(await owner.call(bookings.updateStatus, { id: booking.id, version: booking.version, status: 'no-show' }))
  expect((await paymentOf(tenant, booking.id)).fee).toEqual({ maxAmount: 3000, receipt: 'text' })
  expect(await charge({ amount: 3001 })).toFail('InvalidInput')
  expect(await charge({}, await tenant.createUser('TeamMember'))).toFail('Forbidden')
  ok(await owner.call(bookingPayments.waiveFee, { id: booking.id, isWaived: true }))
  expect((await paymentOf(tenant, booking.id)).terms?.feeWaivedBy).toBeTruthy()
  expect(await charge()).toFail('BookingStatusWrong')
  ok(await owner.call(bookingPayments.waiveFee, { id: booking.id, isWaived: false }))

  const clientPaymentId = crypto.randomUUID()
  const tapped = await Promise.all([1, 2].map(() => charge({ clientPaymentId })))
  for (const result of tapped) ok(result)
  await instance.idle()
  expect((await cashier.state()).charges).toMatchObject([{ amount: 3000, status: 'succeeded' }])
  expect(await paymentOf(tenant, booking.id)).toMatchObject({
    fee: null,
    requests: [{ part: 'no-show-fee', status: 'paid' }],
  })
  expect(await charge()).toFail('BookingStatusWrong')
  const texts = await tenant.messagesOnPhone(phone)
  expect(texts.at(-1)?.body).toMatch(/we charged \$30\.00 to your Visa •••• 4242/)
})

test('the page of a visit says that a card is on file until the visit has ended', async () => {
  const at = await aSalon(CARD)
  const { booking, token } = await aPaidVisit(at, clock(1))
  const page = async () => (await fetch(`${instance.url}/visit/${token}`)).text()
  const note = 'Your card is on file for this visit.'
  expect(await page()).toContain(note)
  ok(await at.tenant.owner.call(bookings.cancel, { id: booking.id, version: booking.version }))
  expect(await page()).not.toContain(note)
})

test('a contact who can get no receipt is not charged: neither a no-show fee nor another charge to a card on file', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const { owner } = tenant
  const { booking, phone } = await aPaidVisit(at, clock(1))
  await tenant.textFrom(phone, 'STOP')
  await instance.idle()
  ok(await owner.call(bookings.updateStatus, { id: booking.id, version: booking.version, status: 'no-show' }))
  expect((await paymentOf(tenant, booking.id)).fee).toEqual({ maxAmount: 3000, receipt: null })
  const fee = { id: booking.id, clientPaymentId: crypto.randomUUID() }
  expect(await owner.call(bookingPayments.chargeFee, fee)).toFail('ReceiptImpossible')
  const lines = [{ description: 'Shampoo', unitAmount: 1500 }]
  const product = { id: booking.id, clientDocumentId: crypto.randomUUID(), lines }
  const { id } = ok(await owner.call(bookingPayments.request, product)).data
  const [card] = ok(await owner.call(cardPayments.get, { id })).data.cards
  const byPhone = { id, cardID: card?.id ?? '', clientPaymentId: crypto.randomUUID() }
  expect(await owner.call(cardPayments.charge, byPhone)).toFail('ReceiptImpossible')
  expect((await cashier.state()).charges).toEqual([])

  const contactId = booking.contact?.id ?? ''
  await instance.server.database.owner.query('update contacts set email = $2 where id = $1', [
    contactId,
    'maya@example.test',
  ])
  expect((await paymentOf(tenant, booking.id)).fee?.receipt).toBe('mail')
  ok(await owner.call(bookingPayments.chargeFee, fee))
  await instance.idle()
  expect((await cashier.state()).charges).toMatchObject([{ amount: 3000 }])
})

test('a receipt that the carrier does not deliver is mailed; without an address the team is notified', async () => {
  const at = await aSalon(CARD)
  const { tenant } = at
  const { owner } = tenant
  const charge = async (email: string | null) => {
    const { booking, phone } = await aPaidVisit(at, clock(1))
    ok(await owner.call(bookings.updateStatus, { id: booking.id, version: booking.version, status: 'no-show' }))
    await instance.server.database.owner.query('update contacts set email = $2 where id = $1', [
      booking.contact?.id,
      email,
    ])
    await instance.addFault({ kind: 'landline', phone })
    ok(await owner.call(bookingPayments.chargeFee, { id: booking.id, clientPaymentId: crypto.randomUUID() }))
    await instance.idle()
    const [fee] = (await paymentOf(tenant, booking.id)).requests
    return requestOf(tenant, fee?.id ?? '')
  }
  const mailed = await charge('maya@example.test')
  expect(mailed.timeline.map(({ kind }) => kind)).not.toContain('receipt-failed')
  const failed = await charge(null)
  expect(failed.timeline.at(-1)?.kind).toBe('receipt-failed')
})

test('a fee that the bank wants confirmed becomes a link to pay', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const { owner } = tenant
  const proved = await prove(at, clock(1))
  await cashier.pay(await agree(at, proved), { number: '4000002760003184' })
  const { id, version, status } = await bookingOf(tenant)
  expect(status).toBe('booked')
  ok(await owner.call(bookings.updateStatus, { id, version, status: 'no-show' }))
  ok(await owner.call(bookingPayments.chargeFee, { id, clientPaymentId: crypto.randomUUID() }))
  await instance.idle()
  const { requests, fee } = await paymentOf(tenant, id)
  expect(requests).toMatchObject([{ part: 'no-show-fee', status: 'failed', dueAmount: 3000 }])
  expect(fee).not.toBeNull()
  expect((await tenant.messagesOnPhone(proved.phone)).at(-1)?.body).toContain('/pay/')
})
