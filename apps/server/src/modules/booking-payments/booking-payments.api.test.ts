import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { CARD, createPagePayments, DEPOSIT, type PayingSalon as Salon, wordingOf } from '../../testing/page-payments.ts'
import { createRequest, openCheckout, readLedger } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bookingPages, bookings, cardPayments, notifications, paymentRequests } = contract
const instance = await sharedTestInstance()
const { anyone, hold, sendCode, visitOf } = createBookingPages(instance)
const { aSalon, prove, agree, aPaidVisit, bookingOf, paymentOf, requestOf } = createPagePayments(instance)
const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

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

test('a contact with as many visits ahead as a service allows is asked for no deposit', async () => {
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

test('a contact who does not pay in time loses the time, and the page is closed', async () => {
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
  // A contact who left the provider’s page is texted a link back to it.
  await instance.runDelayedJobs('text-failed-booking-payment')
  await instance.idle()
  const link = /did not go through, .* (http\S+)$/.exec((await tenant.messagesOnPhone(proved.phone)).at(-1)?.body ?? '')
  const page = await fetch(link?.[1] ?? '')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Pay $20.00')])
  await cashier.pay(url)
  expect((await bookingOf(tenant)).status).toBe('booked')
})

test('a card for the file that is declined is shown, and the contact is texted the way to the page once', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier, slug } = at
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  await cashier.addFault({ kind: 'repeat-event', type: 'setup_intent.setup_failed' })
  for (const number of ['4000000000000002', '4000000000009995']) await cashier.pay(url, { number })
  const { id, status } = await bookingOf(tenant)
  expect(status).toBe('held')
  expect((await paymentOf(tenant, id)).terms?.declinedOnUtc).not.toBeNull()
  const run = async () => {
    await instance.runDelayedJobs('text-declined-card')
    await instance.idle()
    const bodies = (await tenant.messagesOnPhone(proved.phone)).map(({ body }) => body)
    return bodies.filter((body) => body.startsWith('Your card was declined'))
  }
  const texts = await run()
  expect(texts).toEqual([expect.stringMatching(/is not booked yet\. .* until .*: http\S+$/)])
  // Declined again, and no second text.
  await cashier.pay(url, { number: '4000000000000002' })
  expect(await run()).toEqual(texts)
  const page = await fetch(/http\S+$/.exec(texts[0] ?? '')?.[0] ?? '')
  expect([page.status, page.url]).toEqual([200, expect.stringContaining(`${slug}/held/`)])
  await cashier.pay(url)
  expect((await bookingOf(tenant)).status).toBe('booked')
  expect((await paymentOf(tenant, id)).terms?.declinedOnUtc).toBeNull()
})

test('those who manage payments are notified once of a declined card whose contact cannot be texted', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const member = await tenant.createUser('TeamMember')
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  await tenant.textFrom(proved.phone, 'STOP')
  const notified = async ({ call }: Pick<typeof member, 'call'>) => {
    const { data } = ok(await call(notifications.getList, {}))
    return data.notifications.filter(({ kind }) => kind === 'payment-failed')
  }
  for (const number of ['4000000000000002', '4000000000009995']) {
    await cashier.pay(url, { number })
    await instance.runDelayedJobs('text-declined-card')
    await instance.idle()
  }
  const { id } = await bookingOf(tenant)
  expect(await notified(tenant.owner)).toMatchObject([{ bookingID: id, body: expect.stringContaining('Haircut') }])
  expect(await notified(member)).toEqual([])
  await cashier.pay(url)
  await instance.idle()
  expect(await notified(tenant.owner)).toMatchObject([{ bookingID: id, isRead: true }])
})

test('a card that is kept after one was declined brings no text', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  await cashier.pay(url, { number: '4000000000000002' })
  await cashier.pay(url)
  await instance.runDelayedJobs('text-declined-card')
  await instance.idle()
  const bodies = (await tenant.messagesOnPhone(proved.phone)).map(({ body }) => body)
  expect(bodies.filter((body) => body.includes('declined'))).toEqual([])
})

test('a page to leave a card that the provider answered with an error of its own can be opened again at once', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier, slug } = at
  const proved = await prove(at, clock(4))
  const { clientBookingId, visit } = proved
  await cashier.addFault({ kind: 'fail-request', path: 'POST /v1/checkout/sessions' })
  const failed = await anyone(bookingPages.pay, { slug, clientBookingId, wording: wordingOf(visit) })
  expect(failed).toMatchObject({ status: 502, body: { errorCode: 'PaymentProviderUnavailable' } })
  await cashier.pay(await agree(at, proved))
  expect((await bookingOf(tenant)).status).toBe('booked')
})

test('no text about a declined card goes out after another one was kept, although the provider has not said so', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  await cashier.pay(url, { number: '4000000000000002' })
  await cashier.addFault({ kind: 'drop-event', times: 20 })
  await cashier.pay(url)
  expect((await bookingOf(tenant)).status).toBe('held')
  await instance.runDelayedJobs('text-declined-card')
  await instance.idle()
  expect((await bookingOf(tenant)).status).toBe('booked')
  const bodies = (await tenant.messagesOnPhone(proved.phone)).map(({ body }) => body)
  expect(bodies.filter((body) => body.includes('declined'))).toEqual([])
})

test('a text about a declined card that waits for the carrier is withdrawn once another card is kept', async () => {
  const at = await aSalon(CARD)
  const { tenant, cashier } = at
  const proved = await prove(at, clock(4))
  const url = await agree(at, proved)
  await cashier.pay(url, { number: '4000000000000002' })
  await instance.addFault({ kind: 'fail-send', code: 21611, phone: proved.phone })
  await instance.runDelayedJobs('text-declined-card')
  await instance.idle()
  await cashier.pay(url)
  expect((await bookingOf(tenant)).status).toBe('booked')
  const { rows } = await instance.server.database.owner.query(
    `select delivery_status, error_reason from messages where tenant_id = $1 and body like 'Your card was declined%'`,
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ delivery_status: 'failed', error_reason: 'outdated' }])
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

test('giving up a time while paying frees it; a teammate who cancels while the contact pays gives the money back', async () => {
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
