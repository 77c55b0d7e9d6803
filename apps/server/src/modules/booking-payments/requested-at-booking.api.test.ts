import { type BookingService, contract } from '@frontdesk/contract/api'
import { balancesOf, DEFAULT_BOOKING_CONFIGS, type LedgerEntry } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { connectCashier, openCheckout, readLedger, saveTaxes } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const {
  bookingConfigs,
  bookingOffers,
  bookingPages,
  bookingPayments,
  bookingResources,
  bookings,
  bookingServices,
  bookingTasks,
  notifications,
  paymentConfigs,
  paymentRequests,
} = contract

const instance = await sharedTestInstance()
const { anyone } = createBookingPages(instance)
const clock = (days: number, time = '10:00') => new Date(inNewYork(dayAhead(days), time)).toISOString()
const { owner: database } = instance.server.database

const DEPOSIT = { priceAmount: 6000, paymentKind: 'deposit', deposit: { kind: 'amount', amount: 2000 } } as const
const DAY_MINUTES = 24 * 60

/** A salon that takes cards. */
async function aSalon(service: Partial<BookingService> = DEPOSIT, locations = 1) {
  const tenant = await instance.createTenant({ locations })
  const { owner } = tenant
  const salon = await createSalon(tenant, service)
  const cashier = await connectCashier(instance, tenant)
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  const payments = { refundCutOffMinutes: DAY_MINUTES, noShowFee: null }
  ok(await owner.call(bookingConfigs.save, { version, payments }))
  const paymentOf = async (id: string) => ok(await owner.call(bookingPayments.get, { id })).data
  const bookingOf = async (id: string) => ok(await owner.call(bookings.get, { id })).data
  const textsOn = async (phone: string) => {
    await instance.idle()
    return (await tenant.messagesOnPhone(phone))
      .filter(({ direction }) => direction !== 'inbound')
      .map((text) => text.body)
  }
  const tasksOf = async (bookingID: string) => ok(await owner.call(bookingTasks.getList, { bookingID })).data.tasks
  /** Its time to be paid is over. */
  const passDueTime = async () => {
    await database.query('update booking_payments set expires_at = now() where tenant_id = $1', [tenant.tenantId])
    await instance.runDelayedJobs('end-unpaid-booking')
    await instance.idle()
  }
  return { tenant, owner, salon, cashier, paymentOf, bookingOf, textsOn, tasksOf, passDueTime }
}
type Salon = Awaited<ReturnType<typeof aSalon>>

/** A teammate books a visit. */
async function book({ salon, owner }: Salon, startsOnUtc: string, changes: object = {}, person: TestUser = owner) {
  const phone = newPhone()
  const request = { ...visitOf(salon, salon.haircut.id, startsOnUtc, phone), asksForPayment: true, ...changes }
  const booking = ok(await person.call(bookingPayments.book, request)).data
  await instance.idle()
  return { booking, phone, request }
}

const pay = async ({ cashier, tenant, paymentOf }: Salon, bookingId: string) => {
  const [request] = (await paymentOf(bookingId)).requests
  await cashier.pay(await openCheckout(instance, tenant, request?.id ?? ''))
  await instance.idle()
}

test('the text that confirms a visit booked by a teammate asks for its deposit, once; paid, it is refunded in time', async () => {
  const at = await aSalon()
  const { owner, tenant, paymentOf, bookingOf, textsOn } = at
  const { booking, phone, request } = await book(at, clock(4))
  expect(booking).toMatchObject({ status: 'booked', source: 'teammate' })
  expect(ok(await owner.call(bookingPayments.book, request)).data.id).toBe(booking.id)
  const texts = await textsOn(phone)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/Please pay the deposit of \$20\.00 by .*10:00\sAM: http\S+$/)
  const { terms, requests } = await paymentOf(booking.id)
  expect(terms).toMatchObject({ kind: 'deposit', state: 'paying', amount: 2000, agreedAt: null, dueOnUtc: clock(3) })
  expect(terms?.by).not.toBeNull()
  expect(requests).toMatchObject([{ part: 'deposit', status: 'sent', totalAmount: 2000, invoiceNumber: 'INV-0001' }])

  await pay(at, booking.id)
  expect((await paymentOf(booking.id)).terms).toMatchObject({
    state: 'booked',
    dueOnUtc: null,
    refundUntilUtc: clock(3),
  })
  expect((await paymentOf(booking.id)).terms?.agreedAt).not.toBeNull()
  await at.passDueTime()
  expect(await at.tasksOf(booking.id)).toEqual([])
  const { version, status } = await bookingOf(booking.id)
  expect(status).toBe('booked')
  ok(await owner.call(bookings.cancel, { id: booking.id, version }))
  await instance.idle()
  expect((await paymentOf(booking.id)).terms?.outcome).toBe('refunded')
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('the team is notified if the text with the payment link is refused', async () => {
  const at = await aSalon()
  const { owner, tenant, paymentOf } = at
  const kindsOf = async (bookingId: string) => {
    const [request] = (await paymentOf(bookingId)).requests
    const { timeline } = ok(await owner.call(paymentRequests.get, { id: request?.id ?? '' })).data
    return timeline.map(({ kind }) => kind)
  }
  const sent = await book(at, clock(4))
  expect(await kindsOf(sent.booking.id)).not.toContain('link-failed')
  await tenant.textFrom(sent.phone, 'STOP')
  await instance.idle()
  const contact = { name: 'Maya Chen', phone: sent.phone }
  const refused = await book(at, clock(5), { contact })
  expect(await kindsOf(refused.booking.id)).toContain('link-failed')
  expect(await paymentOf(refused.booking.id)).toMatchObject({
    terms: { state: 'paying' },
    requests: [{ status: 'sent' }],
  })
  const { notifications: list } = ok(await owner.call(notifications.getList, {})).data
  expect(list.map(({ kind }) => kind)).toContain('payment-link-failed')
})

test('a visit of a teammate that is not paid in time stays: the team gets a task, and it can still be paid', async () => {
  const at = await aSalon()
  const { bookingOf, paymentOf, tasksOf } = at
  const { booking } = await book(at, clock(4))
  await at.passDueTime()
  expect((await bookingOf(booking.id)).status).toBe('booked')
  expect(await paymentOf(booking.id)).toMatchObject({ terms: { state: 'unpaid' }, requests: [{ status: 'sent' }] })
  expect(await tasksOf(booking.id)).toMatchObject([{ kind: 'unpaid', reason: 'unpaid', doneOnUtc: null }])
  await pay(at, booking.id)
  expect((await paymentOf(booking.id)).terms?.state).toBe('booked')
  const [task] = await tasksOf(booking.id)
  expect(task?.doneOnUtc).not.toBeNull()
})

test('a visit that is moved is due at another time, and at the latest when it begins', async () => {
  const at = await aSalon()
  const { owner, paymentOf } = at
  const { booking } = await book(at, clock(4))
  const move = { id: booking.id, version: booking.version, startsOnUtc: clock(9), tellsContact: false }
  ok(await owner.call(bookings.reschedule, move))
  await instance.idle()
  expect((await paymentOf(booking.id)).terms).toMatchObject({ state: 'paying', dueOnUtc: clock(8) })
  const soon = await book(at, clock(1, '00:30'), { overrides: ['hours', 'notice', 'past'] })
  expect((await paymentOf(soon.booking.id)).terms?.dueOnUtc).toBe(clock(1, '00:30'))
})

test('a contact cannot put off a payment by moving the visit, but has it due earlier with an earlier visit', async () => {
  const at = await aSalon()
  const { owner, paymentOf, tasksOf, textsOn } = at
  const { version: configsVersion } = ok(await owner.call(bookingConfigs.get, undefined)).data
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, isOnline: true, slug: `salon-${crypto.randomUUID().slice(0, 13)}` }
  ok(await owner.call(bookingConfigs.save, { version: configsVersion, page }))
  const { booking, phone } = await book(at, clock(6))
  const token = /\/visit\/(\S+)/.exec((await textsOn(phone)).join(' '))?.[1]?.replace(/\.$/, '') ?? ''
  const move = async (startsOnUtc: string) => {
    const { version } = ok(await anyone(bookingPages.getVisit, { token })).data
    ok(await anyone(bookingPages.reschedule, { token, version, startsOnUtc }))
    await instance.idle()
    return (await paymentOf(booking.id)).terms
  }
  expect(await move(clock(12))).toMatchObject({ state: 'paying', dueOnUtc: clock(5) })
  expect(await move(clock(4))).toMatchObject({ state: 'paying', dueOnUtc: clock(3) })
  expect(await move(clock(12))).toMatchObject({ state: 'paying', dueOnUtc: clock(3) })
  await at.passDueTime()
  expect(await move(clock(13))).toMatchObject({ state: 'unpaid' })
  expect(await tasksOf(booking.id)).toMatchObject([{ kind: 'unpaid', doneOnUtc: null }])
  // The team may give them more time.
  const { version } = await at.bookingOf(booking.id)
  ok(await owner.call(bookings.reschedule, { id: booking.id, version, startsOnUtc: clock(14), tellsContact: false }))
  await instance.idle()
  expect((await paymentOf(booking.id)).terms).toMatchObject({ state: 'paying', dueOnUtc: clock(13) })
})

test('a contact whose visit the team moves to the next day gets back what they paid if they cancel', async () => {
  const at = await aSalon()
  const { owner, paymentOf, bookingOf } = at
  const { booking } = await book(at, clock(9))
  await pay(at, booking.id)
  const { version } = await bookingOf(booking.id)
  const move = {
    id: booking.id,
    version,
    startsOnUtc: clock(1, '00:30'),
    overrides: ['hours', 'notice', 'past'] as const,
  }
  const moved = ok(
    await owner.call(bookings.reschedule, { ...move, overrides: [...move.overrides], tellsContact: false }),
  ).data
  expect((await paymentOf(booking.id)).terms?.refundUntilUtc).toBe(clock(1, '00:30'))
  ok(await owner.call(bookings.cancel, { id: booking.id, version: moved.version }))
  await instance.idle()
  expect((await paymentOf(booking.id)).terms?.outcome).toBe('refunded')
})

test('a visit that is cancelled before it is paid takes its request with it; money that still comes is given back', async () => {
  const at = await aSalon()
  const { owner, tenant, cashier, paymentOf } = at
  const { booking } = await book(at, clock(4))
  const [request] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, request?.id ?? '')
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503, times: null })
  ok(await owner.call(bookings.cancel, { id: booking.id, version: booking.version }))
  ok(await owner.call(paymentRequests.delete, { id: request?.id ?? '' }))
  await instance.idle()
  await cashier.pay(url)
  await cashier.clearFaults()
  await instance.runDelayedJobs('end-unpaid-booking')
  await instance.idle()
  expect((await paymentOf(booking.id)).terms).toMatchObject({ state: 'ended', outcome: 'refund-requested' })
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))

  const other = await book(at, clock(5))
  ok(await owner.call(bookings.cancel, { id: other.booking.id, version: other.booking.version }))
  await instance.idle()
  expect(await paymentOf(other.booking.id)).toMatchObject({
    terms: { state: 'ended' },
    requests: [{ status: 'cancelled' }],
  })
})

test('the request of a visit that took place without its deposit is cancelled, for its price to be requested', async () => {
  const at = await aSalon()
  const { owner, paymentOf } = at
  const { booking } = await book(at, clock(4))
  const to = { id: booking.id, version: booking.version, status: 'completed' } as const
  ok(await owner.call(bookings.updateStatus, to))
  await instance.idle()
  expect(await paymentOf(booking.id)).toMatchObject({ terms: { state: 'ended' }, requests: [{ status: 'cancelled' }] })
})

test('whoever books may leave the deposit off, which is shown; they need no right to manage payments to ask for it', async () => {
  const at = await aSalon()
  const { tenant, owner, paymentOf, textsOn } = at
  const withoutDeposit = await book(at, clock(4), { asksForPayment: false })
  expect(await paymentOf(withoutDeposit.booking.id)).toMatchObject({
    terms: {
      state: 'skipped',
      amount: 2000,
      by: ok(await owner.call(bookings.get, { id: withoutDeposit.booking.id })).data.createdBy,
    },
    requests: [],
  })
  expect(await textsOn(withoutDeposit.phone)).toEqual([])
  const member = await tenant.createUser('TeamMember')
  const withDeposit = await book(at, clock(5), {}, member)
  expect((await paymentOf(withDeposit.booking.id)).terms).toMatchObject({ state: 'paying', amount: 2000 })
  const price = {
    id: withDeposit.booking.id,
    clientDocumentId: crypto.randomUUID(),
    lines: [{ description: 'Haircut', unitAmount: 6000 }],
  }
  expect(await member.call(bookingPayments.request, price)).toFail('Forbidden')
  // Both could be paid, the deposit twice.
  expect(await owner.call(bookingPayments.request, price)).toFail('BookingPaymentOpen')
  await pay(at, withDeposit.booking.id)
  expect(ok(await owner.call(bookingPayments.request, price)).data).toMatchObject({ totalAmount: 4000 })
})

test('taxes are those of the contact; nothing is asked for without an account or for services that only keep a card', async () => {
  const at = await aSalon({ priceAmount: 6000, paymentKind: 'price' })
  const { tenant, owner, salon, paymentOf } = at
  await saveTaxes(tenant)
  const serviceIDs = [salon.haircut.id]
  const quote = async (person: TestUser, ids: string[], contactID?: string) =>
    ok(await person.call(bookingPayments.quote, { serviceIDs: ids, ...(contactID && { contactID }) })).data
  expect((await quote(owner, serviceIDs)).payment).toEqual({ kind: 'price', amount: 6899, currency: 'USD' })
  const { booking, phone } = await book(at, clock(4))
  expect((await paymentOf(booking.id)).requests).toMatchObject([{ part: 'price', totalAmount: 6899 }])
  const contactID = booking.contact?.id ?? ''
  await database.query(`update contacts set tax_exemption = 'A charity' where tenant_id = $1 and id = $2`, [
    tenant.tenantId,
    contactID,
  ])
  expect((await quote(owner, serviceIDs, contactID)).payment).toMatchObject({ amount: 6000 })
  const exempt = await book(at, clock(5), { contact: undefined, contactID })
  expect((await paymentOf(exempt.booking.id)).requests).toMatchObject([{ totalAmount: 6000 }])
  expect(phone).not.toBe(exempt.phone)

  const other = await instance.createTenant()
  const without = await createSalon(other, DEPOSIT)
  expect(await quote(other.owner, [without.haircut.id])).toEqual({ payment: null, problem: 'not-enabled' })
  expect(await owner.call(bookingPayments.quote, { serviceIDs: [without.haircut.id] })).toFail('ServiceNotFound')
  const request = { ...visitOf(without, without.haircut.id, clock(4), newPhone()), asksForPayment: true }
  const { id } = ok(await other.owner.call(bookingPayments.book, request)).data
  expect(ok(await other.owner.call(bookingPayments.get, { id })).data).toMatchObject({ terms: null, requests: [] })

  const cards = await aSalon({ priceAmount: 6000, paymentKind: 'card' })
  expect(await quote(cards.owner, [cards.salon.haircut.id])).toEqual({ payment: null, problem: 'card' })
  const kept = await book(cards, clock(4))
  expect((await cards.paymentOf(kept.booking.id)).terms).toBeNull()
})

/** A contact is offered times by text, and chooses the first. */
async function chooseByText(at: Salon, phone = newPhone()) {
  const { tenant, owner, salon } = at
  const { sid } = await tenant.textFrom(phone, 'Do you have time for me?')
  const request = { clientMessageId: crypto.randomUUID(), conversationSid: sid, locationID: salon.locationID }
  const items = [{ serviceID: salon.haircut.id }]
  const { times } = ok(await owner.call(bookingOffers.create, { ...request, items, from: dayAhead(3) })).data
  await instance.idle()
  await tenant.textFrom(phone, '1')
  await instance.idle()
  const [time = ''] = times
  return { phone, time, sid, booking: await bookingAt(at, time, 'held') }
}

async function bookingAt({ owner }: Salon, startsOnUtc: string, status: 'held' | 'expired' | 'booked') {
  const { data } = ok(await owner.call(bookings.getList, { statuses: [status] }))
  const booking = data.bookings.find((each) => each.startsOnUtc === startsOnUtc)
  if (!booking) throw new Error('There is no such booking.')
  return booking
}
const heldTimes = async ({ owner }: Salon) =>
  ok(await owner.call(bookings.getList, { statuses: ['held'] })).data.bookings.map(({ startsOnUtc }) => startsOnUtc)

test('a time that is chosen by text is held until its deposit is paid, which books it', async () => {
  const at = await aSalon()
  const { tenant, paymentOf, bookingOf, textsOn } = at
  const { phone, time, booking } = await chooseByText(at)
  expect(await heldTimes(at)).toEqual([time])
  const minutes = (Date.parse(booking.heldUntilUtc ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(35)
  const link =
    /^We are holding .*8:00\sAM for you\. To book it, please pay the deposit of \$20\.00 by .*: http\S+\/pay\/\S+$/
  expect((await textsOn(phone)).at(-1)).toMatch(link)
  // Choosing again sends the link again.
  await tenant.textFrom(phone, '1')
  expect((await textsOn(phone)).at(-1)).toMatch(link)
  const { terms, requests } = await paymentOf(booking.id)
  expect(terms).toMatchObject({ kind: 'deposit', state: 'paying', amount: 2000, by: null })
  expect(requests).toMatchObject([{ part: 'deposit', status: 'sent', invoiceNumber: 'INV-0001' }])

  await pay(at, booking.id)
  expect(await bookingOf(booking.id)).toMatchObject({ status: 'booked', source: 'text', contact: { phone } })
  expect((await paymentOf(booking.id)).terms).toMatchObject({ state: 'booked', outcome: null })
  expect((await paymentOf(booking.id)).terms?.refundUntilUtc).not.toBeNull()
  expect((await textsOn(phone)).filter((body) => body.includes('/visit/'))).toHaveLength(1)
  await at.passDueTime()
  expect((await bookingOf(booking.id)).status).toBe('booked')
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('a contact whose card is declined while a time is held for them is texted the link once more', async () => {
  const at = await aSalon()
  const { tenant, cashier, paymentOf, bookingOf, textsOn } = at
  const { phone, booking } = await chooseByText(at)
  const [request] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, request?.id ?? '')
  const before = (await textsOn(phone)).length
  for (const number of ['4000000000009995', '4000000000000002']) await cashier.pay(url, { number })
  await instance.runDelayedJobs('text-failed-booking-payment')
  await instance.runDelayedJobs('send-payment-text', { mayHaveRun: true })
  const texts = (await textsOn(phone)).slice(before)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(
    /^Your payment of \$20\.00 did not go through, so .*8:00\sAM is not booked yet\. .* until .*: http\S+\/pay\/\S+$/,
  )
  await pay(at, booking.id)
  expect((await bookingOf(booking.id)).status).toBe('booked')
})

test('a deposit that is paid after its price was requested instead stays credit', async () => {
  const at = await aSalon()
  const { owner, tenant, cashier, paymentOf } = at
  const { booking } = await book(at, clock(4))
  const [deposit] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, deposit?.id ?? '')
  await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503, times: null })
  ok(await owner.call(paymentRequests.delete, { id: deposit?.id ?? '' }))
  await at.passDueTime()
  const price = { id: booking.id, lines: [{ description: 'Haircut', unitAmount: 6000 }] }
  ok(await owner.call(bookingPayments.request, { ...price, clientDocumentId: crypto.randomUUID() }))
  await cashier.pay(url)
  await cashier.clearFaults()
  await instance.idle()
  const { requests } = await paymentOf(booking.id)
  expect(requests).toMatchObject([
    { part: 'deposit', status: 'cancelled' },
    { part: 'visit', status: 'draft', totalAmount: 6000 },
  ])
  expect(ok(await owner.call(paymentRequests.get, { id: deposit?.id ?? '' })).data.creditAmount).toBe(2000)
  assertAddsUp(await readLedger(database, tenant))
})

test('a time by text that is not paid in time is released, and the contact is told; a late choice gets new times', async () => {
  const at = await aSalon()
  const { tenant, cashier, paymentOf, textsOn } = at
  const { phone, time, booking, sid } = await chooseByText(at)
  const [request] = (await paymentOf(booking.id)).requests
  const url = await openCheckout(instance, tenant, request?.id ?? '')
  await at.passDueTime()
  expect((await cashier.state()).sessions).toMatchObject([{ status: 'expired' }])
  await expect(cashier.pay(url)).rejects.toThrow()
  expect((await bookingAt(at, time, 'expired')).id).toBe(booking.id)
  expect(await paymentOf(booking.id)).toMatchObject({ terms: { state: 'ended' }, requests: [{ status: 'cancelled' }] })
  expect((await textsOn(phone)).at(-1)).toMatch(
    /^We did not receive your payment in time, so .*8:00\sAM is no longer held/,
  )
  const cards = (await tenant.messagesOf({ sid })).flatMap(({ attributes }) =>
    attributes.type === 'payment' ? [attributes.payment.state] : [],
  )
  expect(cards.toSorted()).toEqual(['cancelled', 'sent'])
  await tenant.textFrom(phone, '1')
  expect((await textsOn(phone)).at(-1)).toMatch(/^Those times are no longer held for you\./)
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

/** A teammate records that a part of the deposit was paid in cash. */
async function payPart({ owner, paymentOf }: Salon, bookingId: string, amount = 500) {
  const [request] = (await paymentOf(bookingId)).requests
  const id = request?.id ?? ''
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount }))
  await instance.idle()
  return id
}

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
  const late = await end(clock(1, '00:30'), 'cancelled')
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
  const { booking, phone } = await book(at, clock(1, '00:30'), { overrides })
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

test('money that comes after a time by text was released takes it if it is free, or is given back', async () => {
  const at = await aSalon()
  const { tenant, owner, cashier, salon, paymentOf, bookingOf } = at
  const late = async (isTaken: boolean) => {
    const { booking, time } = await chooseByText(at)
    const [request] = (await paymentOf(booking.id)).requests
    const url = await openCheckout(instance, tenant, request?.id ?? '')
    // The provider cannot close the page, and the hold ends.
    await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503, times: null })
    await database.query(`update bookings set held_until = now() where id = $1`, [booking.id])
    await database.query('update booking_claims set held_until = now() where booking_id = $1', [booking.id])
    await instance.runDelayedJobs('expire-hold')
    await instance.idle()
    await database.query(`update booking_offers set state = 'expired' where booking_id = $1`, [booking.id])
    if (isTaken) ok(await owner.call(bookings.create, visitOf(salon, salon.haircut.id, time, newPhone())))
    await cashier.pay(url)
    await cashier.clearFaults()
    await instance.idle()
    return booking.id
  }
  const offerOf = async (bookingId: string) =>
    (await database.query<{ state: string }>('select state from booking_offers where booking_id = $1', [bookingId]))
      .rows
  const free = await late(false)
  expect(await offerOf(free)).toEqual([{ state: 'accepted' }])
  expect((await bookingOf(free)).status).toBe('booked')
  expect((await paymentOf(free)).terms).toMatchObject({ state: 'booked', outcome: null })
  const taken = await late(true)
  expect(await offerOf(taken)).toEqual([{ state: 'expired' }])
  expect((await bookingOf(taken)).status).toBe('expired')
  expect((await paymentOf(taken)).terms).toMatchObject({ state: 'ended', outcome: 'refund-requested' })
  assertAddsUp(await readLedger(instance.server.database.owner, tenant))
})

test('a teammate who cancels a held time gives it up; without an account it is booked by text at once', async () => {
  const at = await aSalon()
  const { owner, paymentOf, textsOn } = at
  const { booking, phone: theirs } = await chooseByText(at)
  ok(await owner.call(bookings.cancel, { id: booking.id, version: booking.version }))
  expect((await textsOn(theirs)).at(-1)).toMatch(/8:00\sAM is no longer held for you\. Text us/)
  expect((await textsOn(theirs)).at(-1)).not.toContain('payment')
  expect(await paymentOf(booking.id)).toMatchObject({ terms: { state: 'ended' }, requests: [{ status: 'cancelled' }] })

  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant, DEPOSIT)
  const without = { ...at, tenant, owner: tenant.owner, salon }
  const phone = newPhone()
  await expect(chooseByText(without, phone)).rejects.toThrow('There is no such booking.')
  const { data } = ok(await tenant.owner.call(bookings.getList, { statuses: ['booked'] }))
  expect(data.bookings).toMatchObject([{ source: 'text', contact: { phone } }])
})

test('a request that the payment at booking covers, or whose taxes it does not fit, says which', async () => {
  const at = await aSalon()
  const { tenant, owner } = at
  const taxIDs = await saveTaxes(tenant)
  const taxed = await book(at, clock(4))
  await pay(at, taxed.booking.id)
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  ok(await owner.call(paymentConfigs.save, { version, taxes: [] }))
  const untaxed = await book(at, clock(5))
  await pay(at, untaxed.booking.id)
  const request = (id: string, unitAmount: number, taxes: string[] = []) =>
    owner.call(bookingPayments.request, {
      ...{ id, clientDocumentId: crypto.randomUUID() },
      lines: [{ description: 'Haircut', unitAmount, taxIDs: taxes }],
    })
  // 20.00 with the taxes in it, or without.
  expect(await request(taxed.booking.id, 0)).toFail('InvalidInput')
  for (const unitAmount of [1999, 2000])
    expect(await request(taxed.booking.id, unitAmount)).toFail('BookingPaymentCovers')
  expect(await request(taxed.booking.id, 2001)).toFail('BookingPaymentTaxesDiffer')
  const { version: next } = ok(await owner.call(paymentConfigs.get, undefined)).data
  const [id = ''] = taxIDs
  const taxes = [{ id, name: 'GST', rate: 5000, isInclusive: false, isDefault: true }]
  ok(await owner.call(paymentConfigs.save, { version: next, taxes }))
  expect(await request(untaxed.booking.id, 1990, [id])).toFail('BookingPaymentTaxesDiffer')
  expect(ok(await request(untaxed.booking.id, 2000, [id])).data).toMatchObject({ totalAmount: 100 })
})

test('prices of services at other locations are not quoted, and their rooms are added to no service', async () => {
  const { tenant, owner } = await aSalon(DEPOSIT, 2)
  const [here = '', there = ''] = tenant.locationIds
  const room = ok(await owner.call(bookingResources.save, { kind: 'room', name: 'Far', locationID: there })).data
  const far = await addService(owner, { ...DEPOSIT, name: 'Far', resourceIDs: [room.id], locationIDs: [there] })
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await manager.call(bookingPayments.quote, { serviceIDs: [far.id] })).toFail('ServiceNotFound')
  const permission = 'admin_manage_settings'
  ok(await owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  const service = { name: 'Near', color: '#1c7ed6', durations: [30], locationIDs: [here] }
  const withRoom = { ...service, resourceIDs: [room.id] }
  expect(await manager.call(bookingServices.save, withRoom)).toFail('ResourceNotFound')
  // One that the owner added stays.
  const { id, version } = ok(await owner.call(bookingServices.save, withRoom)).data
  ok(await manager.call(bookingServices.save, { ...withRoom, id, version }))
})

test('cards about deposits are in no conversation of those who only know the number of a hidden contact', async () => {
  const at = await aSalon(DEPOSIT, 2)
  const { tenant } = at
  const [here = ''] = tenant.locationIds
  const [ours = '', theirs = ''] = tenant.numbers
  const phone = newPhone()
  await tenant.textFrom(phone, 'Hello', { to: theirs })
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const start = {
    contactName: '',
    contactPhoneNumber: phone,
    tenantPhoneNumber: ours,
    toUserID: null,
    locationID: here,
  }
  const conversation = ok(await manager.call(contract.conversations.getSetSms, start)).data
  await book(at, clock(4), { contact: { name: '', phone } })
  expect(await tenant.messagesOf(conversation, manager)).toEqual([])
})
