import { contract } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { shift } from '../../platform/clock.ts'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, createSalon, dayAhead, inNewYork, inTwelveHours, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { DEPOSIT } from '../../testing/page-payments.ts'
import { openCheckout, readLedger, saveTaxes } from '../../testing/payments.ts'
import { createRequestedPayments } from '../../testing/requested-payments.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const {
  bookingConfigs,
  bookingPages,
  bookingPayments,
  bookingResources,
  bookings,
  bookingServices,
  notifications,
  paymentConfigs,
  paymentRequests,
} = contract
const instance = await sharedTestInstance()
const { anyone } = createBookingPages(instance)
const { aSalon, book, pay } = createRequestedPayments(instance)
/** Days are 24 hours, like the period in which visits can be canceled, also when the clocks change in between. */
const clock = (days: number) => shift(inNewYork(dayAhead(3), '10:00'), (days - 3) * 24 * 60 * 60_000)
const { owner: database } = instance.server.database

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
  const startsOnUtc = inTwelveHours()
  const soon = await book(at, startsOnUtc, { overrides: ['hours', 'notice', 'past'] })
  expect((await paymentOf(soon.booking.id)).terms?.dueOnUtc).toBe(startsOnUtc)
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

test('a contact whose visit the team moves to within a day gets back what they paid if they cancel', async () => {
  const at = await aSalon()
  const { owner, paymentOf, bookingOf } = at
  const { booking } = await book(at, clock(9))
  await pay(at, booking.id)
  const { version } = await bookingOf(booking.id)
  const startsOnUtc = inTwelveHours()
  const move = { id: booking.id, version, startsOnUtc, tellsContact: false }
  const moved = ok(await owner.call(bookings.reschedule, { ...move, overrides: ['hours', 'notice', 'past'] })).data
  expect((await paymentOf(booking.id)).terms?.refundUntilUtc).toBe(startsOnUtc)
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

test('a deposit may be left off at booking, which is shown; requesting it needs no right to manage payments', async () => {
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
