import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { CARD, createPagePayments, DEPOSIT } from '../../testing/page-payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingPages, bookingPayments, bookings, paymentRequests } = contract
const instance = await sharedTestInstance()
const { anyone, hold, sendCode } = createBookingPages(instance)
const { aSalon, prove, agree, aPaidVisit, bookingOf, paymentOf, requestOf } = createPagePayments(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

test('what was paid at booking is deducted once, also with several requests for the visit, until one is cancelled', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant } = at
  const { owner } = tenant
  const { booking } = await aPaidVisit(at, clock(4))
  const lines = [{ description: 'Haircut', unitAmount: 6000 }]
  const request = async () => {
    const input = { id: booking.id, clientDocumentId: crypto.randomUUID(), lines }
    return ok(await owner.call(bookingPayments.request, input)).data
  }
  const first = await request()
  ok(await owner.call(paymentRequests.updateStatus, { id: first.id, status: 'sent' }))
  const second = await request()
  expect([first.totalAmount, second.totalAmount]).toEqual([4000, 6000])
  expect(await paymentOf(tenant, booking.id)).toMatchObject({ depositAmount: 2000, deductibleAmount: 0 })
  // The deduction cannot be entered again, so it would be lost.
  expect(await owner.call(paymentRequests.update, { id: first.id, version: 1, lines })).toFail('PaymentStatusWrong')
  expect(ok(await owner.call(paymentRequests.update, { id: second.id, version: 1, lines })).data.version).toBe(2)
  ok(await owner.call(paymentRequests.updateStatus, { id: first.id, status: 'cancelled' }))
  expect((await request()).totalAmount).toBe(4000)
})

test('a teammate cannot change the amount that a contact agreed to, also not while they pay', async () => {
  const at = await aSalon(DEPOSIT)
  const { owner } = at.tenant
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  const [deposit] = ok(await owner.call(paymentRequests.getList, {})).data.payments
  const change = (id: string) =>
    owner.call(paymentRequests.update, { id, version: 1, lines: [{ description: 'Deposit', unitAmount: 90_000 }] })
  expect(await change(deposit?.id ?? '')).toFail('PaymentStatusWrong')
  expect(await agree(at, proved)).toBe(url)

  const kept = await aSalon(CARD)
  const { booking } = await aPaidVisit(kept, clock(1))
  const person = kept.tenant.owner
  ok(await person.call(bookings.updateStatus, { id: booking.id, version: booking.version, status: 'no-show' }))
  await kept.cashier.addFault({ kind: 'fail-request', path: 'POST /v1/payment_intents', code: 402 })
  ok(await person.call(bookingPayments.chargeFee, { id: booking.id, clientPaymentId: crypto.randomUUID() }))
  await instance.idle()
  const [fee] = (await paymentOf(kept.tenant, booking.id)).requests
  expect(fee).toMatchObject({ part: 'no-show-fee', status: 'failed', totalAmount: 3000 })
  const more = { id: fee?.id ?? '', version: 1, lines: [{ description: 'No-show fee', unitAmount: 50_000 }] }
  expect(await person.call(paymentRequests.update, more)).toFail('PaymentStatusWrong')
})

test('a visit is requested less the deposit, to the cent with its taxes; nothing is asked for while no cards are taken', async () => {
  const at = await aSalon({ ...DEPOSIT, deposit: { kind: 'percent', rate: 33_333 } })
  const { tenant, cashier } = at
  const { owner } = tenant
  const { version } = ok(await owner.call(contract.paymentConfigs.get, undefined)).data
  const taxes = [
    { id: crypto.randomUUID(), name: 'GST', rate: 5000, isInclusive: false, isDefault: true },
    { id: crypto.randomUUID(), name: 'QST', rate: 9975, isInclusive: false, isDefault: true },
  ]
  ok(await owner.call(contract.paymentConfigs.save, { version, taxes }))
  const { booking } = await aPaidVisit(at, clock(4))
  const { suggestedLines, depositAmount } = await paymentOf(tenant, booking.id)
  // 33.333 % of 60.00 with 3.00 and 5.99 of taxes.
  expect(depositAmount).toBe(2300)
  expect(suggestedLines).toMatchObject([
    { description: 'Haircut', unitAmount: 6000, taxIDs: taxes.map(({ id }) => id) },
  ])
  const input = { id: booking.id, clientDocumentId: crypto.randomUUID(), lines: suggestedLines }
  const rest = ok(await owner.call(bookingPayments.request, input)).data
  expect(ok(await owner.call(bookingPayments.request, input)).data.id).toBe(rest.id)
  const dearer = suggestedLines.map((line) => ({ ...line, unitAmount: 9000 }))
  expect(await owner.call(bookingPayments.request, { ...input, lines: dearer })).toFail('ClientPaymentIdReused')
  expect(rest).toMatchObject({ totalAmount: 6899 - 2300, booking: { id: booking.id, part: 'visit' }, status: 'draft' })
  expect(rest.lines.map(({ totalAmount }) => totalAmount)).toEqual([6899, -2300])
  const [deposit] = (await paymentOf(tenant, booking.id)).requests
  const { taxes: paidTaxes } = await requestOf(tenant, deposit?.id ?? '')
  const sums = rest.taxes.map(({ amount }, index) => amount + (paidTaxes[index]?.amount ?? 0))
  expect(sums).toEqual([300, 599])

  ok(await owner.call(contract.contacts.update, { id: booking.contact?.id ?? '', taxExemption: 'Certificate 12' }))
  ok(await owner.call(paymentRequests.delete, { id: rest.id }))
  expect(await paymentOf(tenant, booking.id)).toMatchObject({ isTaxExempt: true, deductibleAmount: 2300 })
  const exempt = ok(await owner.call(bookingPayments.request, { ...input, clientDocumentId: crypto.randomUUID() })).data
  // The deposit was paid with taxes, which count like the rest of it.
  expect(exempt).toMatchObject({ isTaxExempt: true, taxes: [], totalAmount: 6000 - 2300 })
  const again = await prove(at, clock(5), booking.contact?.phone)
  expect(again.visit.payment?.amount).toBe(2000)
  await cashier.pay(await agree(at, again))
  const [deposited] = (await paymentOf(tenant, (await bookingOf(tenant)).id)).requests
  expect(deposited).toMatchObject({ part: 'deposit', totalAmount: 2000, paidAmount: 2000 })

  await cashier.restrict(0)
  expect(ok(await anyone(bookingPages.get, { slug: at.slug })).data.services[0]?.payment).toBeNull()
  const clientBookingId = await hold(at, clock(6))
  const code = await sendCode(at, clientBookingId, newPhone())
  expect(ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data.token).not.toBeNull()
})
