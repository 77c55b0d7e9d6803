import { type BookingService, contract, type PageVisit } from '@frontdesk/contract/api'
import { bookingTerms } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { connectCashier, createRequest, openCheckout, readLedger } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bookingConfigs, bookingPages, bookingPayments, bookings, cardPayments, paymentRequests } = contract

const instance = await sharedTestInstance()
const { anyone, openPage, hold, sendCode, visitOf } = createBookingPages(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

const DEPOSIT = { priceAmount: 6000, paymentKind: 'deposit', deposit: { kind: 'amount', amount: 2000 } } as const
const CARD = { priceAmount: 6000, paymentKind: 'card' } as const
const FEE = { refundCutOffMinutes: 24 * 60, noShowFee: { kind: 'percent', rate: 50_000 } } as const

/** A salon that takes cards. */
async function aSalon(service: Partial<BookingService>, payments: object = FEE) {
  const at = await openPage(service)
  const cashier = await connectCashier(instance, at.tenant)
  const { version } = ok(await at.tenant.owner.call(bookingConfigs.get, undefined)).data
  ok(await at.tenant.owner.call(bookingConfigs.save, { version, payments } as never))
  return { ...at, cashier }
}
type Salon = Awaited<ReturnType<typeof aSalon>>

const wordingOf = ({ businessName, payment }: PageVisit): string =>
  payment ? bookingTerms({ ...payment, business: businessName }, 'en') : ''

/** Someone holds a time, proves their number, and is shown what to agree to. */
async function prove(at: Salon, startsOnUtc: string, phone = newPhone(), details: object = {}) {
  const clientBookingId = await hold(at, startsOnUtc)
  const code = await sendCode(at, clientBookingId, phone, details)
  const { token, visit } = ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data
  expect(token).toBeNull()
  return { clientBookingId, phone, visit, code }
}

/** They agree to the words, and are led to the provider’s page. */
const agree = async ({ slug }: Salon, { clientBookingId, visit }: { clientBookingId: string; visit: PageVisit }) =>
  ok(await anyone(bookingPages.pay, { slug, clientBookingId, wording: wordingOf(visit) })).data.url

/** A visit that was booked and paid for, or for which a card is kept. */
async function aPaidVisit(at: Salon, startsOnUtc: string, details: object = {}) {
  const proved = await prove(at, startsOnUtc, newPhone(), details)
  await at.cashier.pay(await agree(at, proved))
  const { code, clientBookingId } = proved
  const { token } = ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data
  return { ...proved, token: token ?? '', booking: await bookingOf(at.tenant) }
}

async function bookingOf({ owner }: Tenant) {
  const [booking] = ok(await owner.call(bookings.getList, { orderBy: 'createdOnUtc', orderByDesc: true })).data.bookings
  if (!booking) throw new Error('There is no booking.')
  return booking
}
const paymentOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(bookingPayments.get, { id })).data
const requestOf = async ({ owner }: Tenant, id: string) => ok(await owner.call(paymentRequests.get, { id })).data

test('reading the terms extends a hold once, no matter how often the number is verified', async () => {
  const at = await aSalon(DEPOSIT)
  const proved = await prove(at, clock(4))
  const { heldUntilUtc } = proved.visit
  await instance.server.database.owner.query(
    `update bookings set created_at = created_at - interval '15 minutes' where tenant_id = $1`,
    [at.tenant.tenantId],
  )
  const { clientBookingId, phone } = proved
  const code = await sendCode(at, clientBookingId, phone)
  const { visit } = ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })).data
  expect(visit.heldUntilUtc).toBe(heldUntilUtc)
})

test.each([
  ['a deposit', DEPOSIT],
  ['a card', CARD],
] as const)('leaving the provider’s page without %s leads to the page that offers it again', async (_, payment) => {
  const at = await aSalon(payment)
  const page = await fetch(await agree(at, await prove(at, clock(4))))
  const back = /class="checkout-back" href="([^"]+)"/.exec(await page.text())?.[1]
  expect(back).toContain('/payment?lang=en')
  expect(back).not.toContain('from=checkout')
})

test('who has as many visits ahead as a service allows is asked for no deposit', async () => {
  const at = await aSalon({ ...DEPOSIT, personMax: 1 })
  const { phone } = await aPaidVisit(at, clock(4))
  const clientBookingId = await hold(at, clock(5))
  const code = await sendCode(at, clientBookingId, phone)
  const refused = await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code })
  expect(refused).toMatchObject({ status: 409, body: { errorCode: 'SlotTaken', data: { closedBy: [] } } })
})

test('a free service in a former currency that follows waives no deposit', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, slug, salon } = at
  const rinse = await addService(tenant.owner, { name: 'Rinse', resourceIDs: [salon.owner], isOnline: false })
  const color = await addService(tenant.owner, {
    ...{ name: 'Color', resourceIDs: [salon.owner], isOnline: true, ...DEPOSIT },
    followOns: [{ serviceID: rinse.id, gapMinutes: 0 }],
  })
  await instance.server.database.owner.query(
    `update booking_services set currency = 'CAD' where tenant_id = $1 and id = $2`,
    [tenant.tenantId, rinse.id],
  )
  const clientBookingId = crypto.randomUUID()
  const items = [{ serviceID: color.id }, { serviceID: rinse.id }]
  const request = { slug, clientBookingId, locationID: salon.locationID, items, startsOnUtc: clock(4) }
  ok(await anyone(bookingPages.hold, request))
  const code = await sendCode(at, clientBookingId, newPhone())
  const { token, visit } = ok(await anyone(bookingPages.book, { slug, clientBookingId, code })).data
  expect([token, visit.payment]).toMatchObject([null, { kind: 'deposit', amount: 2000, currency: 'USD' }])
})

test('a deposit is paid before the visit is booked: by the webhook, once, with the words that were agreed to', async () => {
  const at = await aSalon({ ...DEPOSIT, questions: [{ text: 'Which color?', isRequired: true }] })
  const { tenant, slug, cashier, salon } = at
  const page = ok(await anyone(bookingPages.get, { slug })).data
  expect(page.services[0]?.payment).toEqual({ kind: 'deposit', amount: 2000, noShowFeeAmount: null })
  const answers = [{ question: 'Which color?', answer: 'Copper' }]
  const proved = await prove(at, clock(4), newPhone(), { answers })
  const { clientBookingId, visit } = proved
  expect(visit).toMatchObject({ status: 'held', payment: { kind: 'deposit', state: 'agreeing', amount: 2000 } })
  const other = await anyone(bookingPages.pay, { slug, clientBookingId, wording: 'I pay nothing.' })
  expect(other).toMatchObject({ status: 409, body: { errorCode: 'ChangedMeanwhile' } })

  // Two tabs lead to the same page, and hold the time while it is open.
  const [first, second] = await Promise.all([agree(at, proved), agree(at, proved)])
  expect(second).toBe(first)
  const held = await bookingOf(tenant)
  expect(held.status).toBe('held')
  const minutes = (Date.parse(held.heldUntilUtc ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(35)
  expect(minutes).toBeLessThanOrEqual(40)
  const taken = { slug, ...visitOf(salon), clientBookingId: crypto.randomUUID(), startsOnUtc: clock(4) }
  expect(await anyone(bookingPages.hold, taken)).toMatchObject({ body: { errorCode: 'SlotTaken' } })

  await cashier.addFault({ kind: 'repeat-event', times: null })
  await cashier.pay(first)
  await cashier.clearFaults()
  const booking = await bookingOf(tenant)
  expect(booking).toMatchObject({ status: 'booked', source: 'page', answers, contact: { phone: proved.phone } })
  const { terms, requests, depositAmount } = await paymentOf(tenant, booking.id)
  expect(terms).toMatchObject({
    kind: 'deposit',
    state: 'booked',
    amount: 2000,
    wording: wordingOf(visit),
    outcome: null,
  })
  expect(requests).toMatchObject([{ part: 'deposit', status: 'paid', totalAmount: 2000, paidAmount: 2000 }])
  expect(depositAmount).toBe(2000)
  // Reading does not wait for a transaction that changes the visit.
  const changing = await instance.server.database.owner.connect()
  await changing.query('begin')
  await changing.query('select 1 from bookings where id = $1 for update', [booking.id])
  expect((await paymentOf(tenant, booking.id)).depositAmount).toBe(2000)
  await changing.query('rollback')
  changing.release()
  const document = await requestOf(tenant, requests[0]?.id ?? '')
  expect(document).toMatchObject({ booking: { id: booking.id, part: 'deposit' }, note: wordingOf(visit) })
  const again = ok(await anyone(bookingPages.book, { slug, clientBookingId, code: proved.code })).data
  expect(again).toMatchObject({ visit: { status: 'booked', payment: { state: 'booked', isRefundable: true } } })
  expect((await tenant.messagesOnPhone(proved.phone)).filter(({ body }) => body.includes('/visit/'))).toHaveLength(1)
  expect((await cashier.state()).charges).toHaveLength(1)
})

test('who does not pay in time loses the time, and the page is closed', async () => {
  const at = await aSalon(DEPOSIT)
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  await instance.runDelayedJobs('end-unpaid-booking')
  await instance.idle()
  expect((await at.cashier.state()).sessions).toMatchObject([{ status: 'expired' }])
  expect((await bookingOf(at.tenant).catch(() => null))?.status).toBeUndefined()
  const [expired] = ok(await at.tenant.owner.call(bookings.getList, { statuses: ['expired'] })).data.bookings
  const { requests, terms } = await paymentOf(at.tenant, expired?.id ?? '')
  expect([terms?.state, requests[0]?.status]).toEqual(['ended', 'cancelled'])
  // Numbers come with the payment, so there is no gap.
  expect(requests[0]?.invoiceNumber).toBe('')
  assertAddsUp(await readLedger(instance.server.database.owner, at.tenant))
  await expect(at.cashier.pay(url)).rejects.toThrow()
  const late = await anyone(bookingPages.pay, {
    slug: at.slug,
    clientBookingId: proved.clientBookingId,
    wording: wordingOf(proved.visit),
  })
  expect(late).toMatchObject({ body: { errorCode: 'HoldExpired' } })
  const { booking } = await aPaidVisit(at, clock(4))
  expect((await paymentOf(at.tenant, booking.id)).requests[0]?.invoiceNumber).toBe('INV-0001')
})

/** The provider does not take requests to close pages, such as while it is down. */
const keepsPagesOpen = ({ cashier }: Salon) =>
  cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503, times: null })

/** The hold ends, although the provider’s page is still open. */
async function endHold({ server, runDelayedJobs, idle }: typeof instance, { tenantId }: Tenant) {
  await server.database.owner.query(`update bookings set held_until = now() where tenant_id = $1 and status = 'held'`, [
    tenantId,
  ])
  await server.database.owner.query(
    'update booking_claims set held_until = now() where tenant_id = $1 and held_until is not null',
    [tenantId],
  )
  await runDelayedJobs('expire-hold')
  await idle()
}

test('money that comes after the hold takes the time if it is free', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier } = at
  const url = await agree(at, await prove(at, clock(4)))
  await keepsPagesOpen(at)
  await endHold(instance, tenant)
  await cashier.pay(url)
  const booking = await bookingOf(tenant)
  expect(booking.status).toBe('booked')
  const { terms, requests } = await paymentOf(tenant, booking.id)
  expect(terms).toMatchObject({ state: 'booked', outcome: null })
  expect(requests).toMatchObject([{ status: 'paid', paidAmount: 2000, invoiceNumber: 'INV-0001' }])
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('money that comes after the time was taken is not kept: the team is told, and gives it back with one tap', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier } = at
  const url = await agree(at, await prove(at, clock(4)))
  await keepsPagesOpen(at)
  await endHold(instance, tenant)
  await aPaidVisit(at, clock(4))
  await cashier.pay(url)
  const all = ok(await tenant.owner.call(bookings.getList, { statuses: ['booked', 'expired'] })).data.bookings
  expect(all.map(({ status }) => status).toSorted()).toEqual(['booked', 'expired'])
  const lost = all.find(({ status }) => status === 'expired')
  const { terms, requests } = await paymentOf(tenant, lost?.id ?? '')
  expect(terms).toMatchObject({ state: 'ended', outcome: 'refund-requested' })
  const id = requests[0]?.id ?? ''
  const document = await requestOf(tenant, id)
  expect(document.refundRequests).toMatchObject([{ amount: 2000, target: 'card', by: null, canDecide: true }])
  const refundRequestID = document.refundRequests[0]?.id ?? ''
  ok(await tenant.owner.call(paymentRequests.decideRefund, { id, refundRequestID, isApproved: true }))
  await instance.idle()
  const { charges } = await cashier.state()
  expect(charges.map(({ amount_refunded }) => amount_refunded).toSorted()).toEqual([0, 2000])
  expect(await requestOf(tenant, id)).toMatchObject({ creditAmount: 0 })
})

test('a request for the page whose answer is lost leads to the same page; a declined card can be tried again', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier, slug } = at
  const proved = await prove(at, clock(4))
  const { clientBookingId, visit } = proved
  await cashier.addFault({ kind: 'cut-response', path: 'POST /v1/checkout/sessions' })
  const lost = await anyone(bookingPages.pay, { slug, clientBookingId, wording: wordingOf(visit) })
  expect(lost).toMatchObject({ status: 502, body: { errorCode: 'PaymentProviderUnavailable' } })
  const url = await agree(at, proved)
  expect((await cashier.state()).sessions).toHaveLength(1)
  await cashier.pay(url, { number: '4000000000009995' })
  expect((await bookingOf(tenant)).status).toBe('held')
  // Whoever left the provider’s page is texted the way back to it.
  await instance.runDelayedJobs('text-failed-booking-payment')
  await instance.idle()
  const link = /did not go through, .* (http\S+)$/.exec((await tenant.messagesOnPhone(proved.phone)).at(-1)?.body ?? '')
  const page = await fetch(link?.[1] ?? '')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Pay $20.00')])
  await cashier.pay(url)
  expect((await bookingOf(tenant)).status).toBe('booked')
})

test('a teammate charges a card on file while the contact is on the page: it is paid once, with a number, and booked', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier } = at
  const { owner } = tenant
  const phone = newPhone()
  const earlier = await createRequest(owner, tenant, 900, { contact: { name: 'Maya Chen', phone } })
  ok(await owner.call(paymentRequests.updateStatus, { id: earlier.id, status: 'sent' }))
  await cashier.pay(await openCheckout(instance, tenant, earlier.id, { cardConsent: 'Keep my card.' }))
  const url = await agree(at, await prove(at, clock(4), phone))
  const [request] = (await paymentOf(tenant, (await bookingOf(tenant)).id)).requests
  const id = request?.id ?? ''
  const [card] = ok(await owner.call(cardPayments.get, { id })).data.cards
  const charge = { id, cardID: card?.id ?? '', clientPaymentId: crypto.randomUUID() }
  ok(await owner.call(cardPayments.charge, charge))
  // The number is assigned before the provider is asked to charge the card.
  expect((await requestOf(tenant, id)).invoiceNumber).toBe('INV-0002')
  await instance.idle()
  expect(await requestOf(tenant, id)).toMatchObject({ status: 'paid', paidAmount: 2000 })
  expect((await bookingOf(tenant)).status).toBe('booked')
  await expect(cashier.pay(url)).rejects.toThrow()
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('who gives up a time while paying frees it; a teammate who cancels while the contact pays gives the money back', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier, slug } = at
  const proved = await prove(at, clock(4))
  await agree(at, proved)
  ok(await anyone(bookingPages.release, { slug, clientBookingId: proved.clientBookingId }))
  await instance.idle()
  expect((await cashier.state()).sessions).toMatchObject([{ status: 'expired' }])
  const url = await agree(at, await prove(at, clock(4)))
  await keepsPagesOpen(at)
  const { id, version } = await bookingOf(tenant)
  // Its request is not a draft: it is cancelled, not deleted.
  const [request] = (await paymentOf(tenant, id)).requests
  expect(request).toMatchObject({ status: 'sent', invoiceNumber: '' })
  ok(await tenant.owner.call(bookings.cancel, { id, version }))
  ok(await tenant.owner.call(paymentRequests.delete, { id: request?.id ?? '' }))
  await instance.idle()
  await cashier.pay(url)
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
  const booking = await bookingOf(tenant)
  expect(booking).toMatchObject({ id, status: 'cancelled' })
  expect((await paymentOf(tenant, id)).terms).toMatchObject({ state: 'ended', outcome: 'refund-requested' })
})

test('a contact who cancels in time gets the deposit back; later it is kept, also after a late move', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant, cashier } = at
  const early = await aPaidVisit(at, clock(4))
  const { version } = ok(await anyone(bookingPages.getVisit, { token: early.token })).data
  const cancelled = ok(await anyone(bookingPages.cancel, { token: early.token, version })).data
  expect(cancelled.status).toBe('cancelled')
  await instance.idle()
  expect(await paymentOf(tenant, early.booking.id)).toMatchObject({
    terms: { outcome: 'refunded' },
    requests: [{ status: 'refunded', refundedAmount: 2000 }],
    depositAmount: 0,
  })
  expect(ok(await anyone(bookingPages.getVisit, { token: early.token })).data.payment?.outcome).toBe('refunded')
  expect((await cashier.state()).refunds).toMatchObject([{ amount: 2000, status: 'succeeded' }])

  // A refund of something else that has the id of the visit does not take the place of its refund.
  const taken = await aPaidVisit(at, clock(4))
  const other = await createRequest(tenant.owner, tenant, 500)
  ok(await tenant.owner.call(paymentRequests.markAsPaid, { id: other.id, clientPaymentId: crypto.randomUUID() }))
  const refund = { id: other.id, clientRefundId: taken.booking.id, amount: 1 }
  ok(await tenant.owner.call(paymentRequests.refund, refund))
  const { version: newest } = ok(await anyone(bookingPages.getVisit, { token: taken.token })).data
  ok(await anyone(bookingPages.cancel, { token: taken.token, version: newest }))
  await instance.idle()
  expect((await paymentOf(tenant, taken.booking.id)).requests).toMatchObject([{ refundedAmount: 2000 }])

  // Less than the agreed day before the visit.
  const late = await aPaidVisit(at, clock(4))
  const shorten = (id: string) =>
    instance.server.database.owner.query('update bookings set refund_until = now() where id = $1', [id])
  await shorten(late.booking.id)
  const now = ok(await anyone(bookingPages.getVisit, { token: late.token })).data
  expect(now.payment).toMatchObject({ isRefundable: false })
  const move = { token: late.token, version: now.version, startsOnUtc: clock(9) }
  const moved = ok(await anyone(bookingPages.reschedule, move)).data
  expect(moved.payment).toMatchObject({ isRefundable: false })
  ok(await anyone(bookingPages.cancel, { token: late.token, version: moved.version }))
  await instance.idle()
  expect((await paymentOf(tenant, late.booking.id)).terms?.outcome).toBe('kept')
  expect((await cashier.state()).refunds).toHaveLength(2)

  // A move in time, or by the team, moves the last moment too.
  const third = await aPaidVisit(at, clock(4))
  await shorten(third.booking.id)
  const before = await bookingOf(tenant)
  const by = { id: before.id, version: before.version, startsOnUtc: clock(9), tellsContact: false }
  ok(await tenant.owner.call(bookings.reschedule, by))
  const { terms } = await paymentOf(tenant, before.id)
  expect(Date.parse(terms?.refundUntilUtc ?? '')).toBeGreaterThan(Date.now())
})

test('a teammate decides about the deposit when they cancel; above the limit a second person does', async () => {
  const at = await aSalon(DEPOSIT)
  const { tenant } = at
  const { owner } = tenant
  const cancel = async (payment?: 'refund' | 'keep', person = owner) => {
    const { id, version } = await bookingOf(tenant)
    const result = await person.call(bookings.cancel, { id, version, ...(payment && { payment }) })
    await instance.idle()
    return { id, result }
  }
  await aPaidVisit(at, clock(4))
  const member = await tenant.createUser('Manager')
  const mayManage = { role: 'Manager', permission: 'payments_manage', isGranted: false } as const
  ok(await owner.call(contract.team.setRolePermission, mayManage))
  expect((await cancel('keep', member)).result).toFail('Forbidden')
  const kept = await cancel('keep')
  expect((await paymentOf(tenant, kept.id)).terms?.outcome).toBe('kept')
  await aPaidVisit(at, clock(4))
  const byTerms = await cancel(undefined, member)
  ok(byTerms.result)
  expect((await paymentOf(tenant, byTerms.id)).terms?.outcome).toBe('refunded')

  const { version } = ok(await owner.call(contract.paymentConfigs.get, undefined)).data
  ok(await owner.call(contract.paymentConfigs.save, { version, refundApprovalAbove: 1000 }))
  await aPaidVisit(at, clock(4))
  const waiting = await cancel('refund')
  const { terms, requests } = await paymentOf(tenant, waiting.id)
  expect(terms?.outcome).toBe('refund-requested')
  const document = await requestOf(tenant, requests[0]?.id ?? '')
  expect(document.refundRequests).toMatchObject([{ amount: 2000, canDecide: false, state: 'waiting' }])

  // Declined visits are always refunded; a visit that is restored counts as paid again.
  await aPaidVisit(at, clock(5))
  const again = await cancel('keep')
  const restored = await bookingOf(tenant)
  ok(await owner.call(bookings.updateStatus, { id: again.id, version: restored.version, status: 'booked' }))
  await instance.idle()
  expect((await paymentOf(tenant, again.id)).terms?.outcome).toBeNull()
})

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

test('who can get no receipt is not charged: neither a no-show fee nor another charge to a card on file', async () => {
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
