import { contract } from '@frontdesk/contract/api'
import { balancesOf, DEFAULT_BOOKING_CONFIGS, type LedgerEntry } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { dayAhead, inNewYork, inTwelveHours } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { openCheckout, readLedger, saveTaxes } from '../../testing/payments.ts'
import { createRequestedPayments } from '../../testing/requested-payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingConfigs, bookingPages, bookingPayments, bookings, notifications, paymentConfigs, paymentRequests } =
  contract
const instance = await sharedTestInstance()
const { anyone } = createBookingPages(instance)
const { aSalon, book, chooseByText, payPart } = createRequestedPayments(instance)
const clock = (days: number, time = '10:00') => new Date(inNewYork(dayAhead(days), time)).toISOString()
const { owner: database } = instance.server.database

test('a time whose deposit is paid only in part is released: the part becomes credit, and the team is notified', async () => {
  const at = await aSalon()
  const { tenant, owner, paymentOf, bookingOf, textsOn } = at
  await saveTaxes(tenant)
  const manager = await tenant.createUser('Manager')
  const { booking, phone } = await chooseByText(at)
  const id = await payPart(at, booking.id)
  expect((await bookingOf(booking.id)).status).toBe('held')
  await at.passDueTime()
  expect((await bookingOf(booking.id)).status).toBe('expired')
  expect(await paymentOf(booking.id)).toMatchObject({
    terms: { state: 'ended', outcome: 'refunded' },
    requests: [{ status: 'refunded', paidAmount: 500, refundedAmount: 500, dueAmount: 0 }],
  })
  const request = ok(await owner.call(paymentRequests.get, { id })).data
  expect(request).toMatchObject({ creditAmount: 500, refunds: [{ target: 'credit', amount: 500 }] })
  expect((await textsOn(phone)).at(-1)).toMatch(
    /^We received only \$5\.00 of \$20\.00 in time, so .*8:00\sAM is no longer held/,
  )
  const notified = ok(await manager.call(notifications.getList, {})).data.notifications
  expect(notified.find(({ kind }) => kind === 'payment-underpaid')).toMatchObject({
    paymentID: id,
    body: 'INV-0001, $5.00',
  })
  const markAsPaid = { id, clientPaymentId: crypto.randomUUID(), amount: 1500 }
  expect(await owner.call(paymentRequests.markAsPaid, markAsPaid)).toFail('PaymentStatusWrong')
  const ledger = await readLedger(database, tenant)
  assertAddsUp(ledger)
  expect(
    balancesOf(ledger.entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })) as LedgerEntry[]).tax,
  ).toBe(0)
})

test('above the limit for refunds the part waits for approval; the rest that still comes in books nothing', async () => {
  const at = await aSalon()
  const { tenant, owner, cashier, paymentOf, bookingOf } = at
  ok(await owner.call(paymentConfigs.save, { refundApprovalAbove: 100, version: 0 }))
  const { booking } = await chooseByText(at)
  const id = await payPart(at, booking.id)
  const url = await openCheckout(instance, tenant, id)
  // A page that is open at the provider, although it was reported as closed.
  await database.query(`update payment_checkouts set state = 'expired' where document_id = $1`, [id])
  await at.passDueTime()
  expect((await paymentOf(booking.id)).terms).toMatchObject({ state: 'ended', outcome: 'refund-requested' })
  await cashier.pay(url)
  await instance.idle()
  expect((await bookingOf(booking.id)).status).toBe('expired')
  expect(ok(await owner.call(paymentRequests.get, { id })).data).toMatchObject({ creditAmount: 1500, dueAmount: 0 })
  assertAddsUp(await readLedger(database, tenant))
})

test('the part that was paid for a visit of a teammate is refunded in time, kept late, or deducted from its price', async () => {
  const at = await aSalon()
  const { tenant, owner, paymentOf, bookingOf } = at
  const end = async (startsOnUtc: string, status: 'cancelled' | 'completed') => {
    const { booking } = await book(at, startsOnUtc, { overrides: ['hours', 'notice', 'past'] })
    await payPart(at, booking.id)
    const { version } = await bookingOf(booking.id)
    if (status === 'cancelled') ok(await owner.call(bookings.cancel, { id: booking.id, version }))
    else ok(await owner.call(bookings.updateStatus, { id: booking.id, version, status }))
    await instance.idle()
    return { id: booking.id, payment: await paymentOf(booking.id) }
  }
  const inTime = await end(clock(4), 'cancelled')
  expect(inTime.payment).toMatchObject({
    terms: { state: 'ended', outcome: 'refunded' },
    requests: [{ dueAmount: 0 }],
  })
  const late = await end(inTwelveHours(), 'cancelled')
  expect(late.payment).toMatchObject({
    terms: { state: 'ended', outcome: 'kept' },
    requests: [{ status: 'partly-paid', refundedAmount: 0, dueAmount: 0 }],
  })
  const completed = await end(clock(5), 'completed')
  expect(completed.payment).toMatchObject({ terms: { state: 'ended', outcome: null }, deductibleAmount: 500 })
  const lines = [{ description: 'Haircut', unitAmount: 6000 }]
  const price = { id: completed.id, clientDocumentId: crypto.randomUUID(), lines }
  expect(ok(await owner.call(bookingPayments.request, price)).data.totalAmount).toBe(5500)
  assertAddsUp(await readLedger(database, tenant))
})

test('a contact who moves a visit after the deadline does not get back the part of its deposit that was paid', async () => {
  const at = await aSalon()
  const { owner, paymentOf, bookingOf, textsOn } = at
  const { version: configsVersion } = ok(await owner.call(bookingConfigs.get, undefined)).data
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, isOnline: true, slug: `salon-${crypto.randomUUID().slice(0, 13)}` }
  ok(await owner.call(bookingConfigs.save, { version: configsVersion, page }))
  const overrides = ['hours', 'notice', 'past']
  const { booking, phone } = await book(at, inTwelveHours(), { overrides })
  await payPart(at, booking.id)
  const token = /\/visit\/(\S+)/.exec((await textsOn(phone)).join(' '))?.[1]?.replace(/\.$/, '') ?? ''
  const { version } = ok(await anyone(bookingPages.getVisit, { token })).data
  ok(await anyone(bookingPages.reschedule, { token, version, startsOnUtc: clock(9) }))
  await instance.idle()
  const { refundUntilUtc } = (await paymentOf(booking.id)).terms ?? {}
  expect(Date.parse(refundUntilUtc ?? '')).toBeLessThan(Date.now())
  ok(await owner.call(bookings.cancel, { id: booking.id, version: (await bookingOf(booking.id)).version }))
  await instance.idle()
  expect(await paymentOf(booking.id)).toMatchObject({
    terms: { state: 'ended', outcome: 'kept' },
    requests: [{ status: 'partly-paid', refundedAmount: 0 }],
  })
})
