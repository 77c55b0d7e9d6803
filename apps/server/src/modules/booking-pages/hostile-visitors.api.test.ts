import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { addService, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()
const { bookingPages, bookingResources, bookings, bookingServices } = contract
const { anyone, openPage, visitOf, hold, sendCode, bookAs } = createBookingPages(instance)

const clock = (days: number, time = '10:00') => inNewYork(dayAhead(days), time)

test('a link of a visit has one spelling, so that nothing can be added to it', async () => {
  const at = await openPage()
  const { token } = await bookAs(at, newPhone(), clock(3))
  const calendar = (link: string) => fetch(`${instance.url}/visit/${link}/calendar.ics`)
  expect((await calendar(token)).status).toBe(200)
  for (const added of ['%0D%0AATTENDEE:mailto:x@example.com', '%22', '=', '.']) {
    const response = await calendar(token + added)
    expect([added, response.status]).toEqual([added, 404])
    expect(await anyone(bookingPages.getVisit, { token: token + decodeURIComponent(added) })).toMatchObject({
      status: 404,
    })
  }
})

test('someone who left cannot be booked by their id', async () => {
  const at = await openPage()
  const { tenant, salon, slug } = at
  const { haircut, owner: resourceID } = salon
  ok(await tenant.owner.call(bookingResources.setArchived, { id: resourceID, isArchived: true }))
  const visit = { locationID: salon.locationID, items: [{ serviceID: haircut.id, resourceIDs: [resourceID] }] }
  const request = { ...visit, clientBookingId: crypto.randomUUID(), startsOnUtc: clock(3) }
  const refused = { status: 404, body: { errorCode: 'ResourceNotFound' } }
  expect(await anyone(bookingPages.hold, { ...request, slug })).toMatchObject(refused)
  expect(await tenant.owner.call(bookings.hold, request)).toMatchObject(refused)
})

test('a full group session tells how full others are to no one outside', async () => {
  const at = await openPage({ seats: 2 })
  for (const _ of [1, 2]) await hold(at, clock(3))
  await hold(at, clock(3, '10:30'))
  const request = { ...visitOf(at.salon), slug: at.slug, clientBookingId: crypto.randomUUID(), startsOnUtc: clock(3) }
  const taken = await anyone(bookingPages.hold, request)
  expect(taken).toMatchObject({ body: { errorCode: 'SlotTaken', data: { closedBy: [] } } })
  const { nearest } = (taken as unknown as { body: { data: { nearest: { seatsLeft: number | null }[] } } }).body.data
  expect(nearest.length).toBeGreaterThan(0)
  expect(nearest.map(({ seatsLeft }) => seatsLeft)).toEqual(nearest.map(() => null))
})

test('a visit that was approved is asked for again when its contact moves it', async () => {
  const at = await openPage({ requiresApproval: true })
  const { tenant } = at
  const phone = newPhone()
  const { token } = await bookAs(at, phone, clock(4))
  const [{ id = '', version = 0 } = {}] = ok(await tenant.owner.call(bookings.getList, {})).data.bookings
  const approved = { id, version, status: 'booked', tellsContact: false } as const
  ok(await tenant.owner.call(bookings.updateStatus, approved))
  const { version: present } = ok(await anyone(bookingPages.getVisit, { token })).data
  const moved = await anyone(bookingPages.reschedule, { token, version: present, startsOnUtc: clock(5) })
  expect(ok(moved).data).toMatchObject({ status: 'requested', startsOnUtc: new Date(clock(5)).toISOString() })
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)?.body).toContain('thank you for requesting')
})

test('what was held in time is booked, though its notice has passed meanwhile', async () => {
  const at = await openPage()
  const { tenant, salon } = at
  const clientBookingId = await hold(at, clock(3))
  const code = await sendCode(at, clientBookingId, newPhone())
  ok(await tenant.owner.call(bookingServices.save, { ...salon.haircut, noticeMinutes: 30 * 24 * 60 }))
  ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code }))
})

test('codes are for holds of the page only, and without one they use up no limit', async () => {
  const at = await openPage()
  const { tenant, salon, slug } = at
  const phone = newPhone()
  const details = { slug, phone, country: 'US', name: 'Maya Chen' }
  const expired = { body: { errorCode: 'HoldExpired' } }
  for (let n = 0; n < 6; n++)
    expect(await anyone(bookingPages.sendCode, { ...details, clientBookingId: crypto.randomUUID() })).toMatchObject(
      expired,
    )
  const clientBookingId = crypto.randomUUID()
  ok(await tenant.owner.call(bookings.hold, { ...visitOf(salon), clientBookingId, startsOnUtc: clock(3) }))
  expect(await anyone(bookingPages.sendCode, { ...details, clientBookingId })).toMatchObject(expired)
  expect(await sendCode(at, await hold(at, clock(4)), phone)).toMatch(/^\d{6}$/)
})

test('only questions of the services are answered', async () => {
  const at = await openPage({ questions: [{ text: 'Which color?', isRequired: false }] })
  const clientBookingId = await hold(at, clock(3))
  const answer = { question: 'Which color?', answer: 'Copper' }
  const answers = [answer, { question: 'Deposit', answer: 'Paid' }]
  const code = await sendCode(at, clientBookingId, newPhone(), { answers })
  ok(await anyone(bookingPages.book, { slug: at.slug, clientBookingId, code }))
  const [booking] = ok(await at.tenant.owner.call(bookings.getList, {})).data.bookings
  expect(booking?.answers).toEqual([answer])
})

test('visitors can hold and move to offered starts only, and a start has no seconds', async () => {
  const at = await openPage({ durations: [15] })
  const { slug, salon, tenant } = at
  const request = { ...visitOf(salon), slug }
  const holdAt = (startsOnUtc: string) =>
    anyone(bookingPages.hold, { ...request, clientBookingId: crypto.randomUUID(), startsOnUtc })
  for (const time of ['10:07', '10:15'])
    expect(await holdAt(clock(3, time))).toMatchObject({ status: 409, body: { errorCode: 'SlotTaken' } })
  const seconds = { status: 400, body: { errorCode: 'InvalidInput' } }
  const startsOnUtc = clock(3).replace('00Z', '30Z')
  expect(await holdAt(startsOnUtc)).toMatchObject(seconds)
  const clientBookingId = crypto.randomUUID()
  expect(await tenant.owner.call(bookings.hold, { ...visitOf(salon), clientBookingId, startsOnUtc })).toMatchObject(
    seconds,
  )
  const { token, visit } = await bookAs(at, newPhone(), clock(3))
  const move = { token, version: visit.version, startsOnUtc: clock(3, '11:10') }
  expect(await anyone(bookingPages.reschedule, move)).toMatchObject({ body: { errorCode: 'SlotTaken' } })
  // A held time can be booked even if its start is no longer offered.
  ok(await tenant.owner.call(bookingServices.save, { ...salon.haircut, stepMinutes: 15 }))
  const held = await hold(at, clock(4, '10:15'))
  const code = await sendCode(at, held, newPhone())
  ok(await tenant.owner.call(bookingServices.save, { ...salon.haircut, stepMinutes: 30, version: 2 }))
  ok(await anyone(bookingPages.book, { slug, clientBookingId: held, code }))
})

test('a service is held with each of its follow-on services exactly once', async () => {
  const at = await openPage()
  const { slug, salon, tenant } = at
  const rinse = await addService(tenant.owner, {
    name: 'Rinse',
    resourceIDs: [salon.owner],
    isOnline: false,
    dayMax: 1,
    questions: [{ text: 'Sensitive skin?', isRequired: true }],
  })
  const followOns = [{ serviceID: rinse.id, gapMinutes: 30 }]
  const color = await addService(tenant.owner, { name: 'Color', resourceIDs: [salon.owner], followOns })
  const askOn = (startsOnUtc: string, ...serviceIDs: string[]) =>
    anyone(bookingPages.hold, {
      ...{ slug, locationID: salon.locationID, clientBookingId: crypto.randomUUID(), startsOnUtc },
      items: serviceIDs.map((serviceID) => ({ serviceID })),
    })
  const ask = (...serviceIDs: string[]) => askOn(clock(3), ...serviceIDs)
  for (const others of [[], [rinse.id, rinse.id]])
    expect(await ask(color.id, ...others)).toMatchObject({ status: 400, body: { errorCode: 'InvalidInput' } })
  expect(await ask(color.id, salon.haircut.id)).toMatchObject({ body: { errorCode: 'ServiceNotFound' } })
  expect(ok(await ask(color.id, rinse.id)).data).toMatchObject({
    serviceNames: ['Color', 'Rinse'],
    endsOnUtc: new Date(clock(3, '11:30')).toISOString(),
  })
  const offered = async () => {
    const { services } = ok(await anyone(bookingPages.get, { slug })).data
    return services.find(({ id }) => id === color.id)
  }
  expect(await offered()).toMatchObject({
    questions: [{ text: 'Sensitive skin?' }],
    followOns: [{ serviceID: rinse.id }],
  })
  // Without the one that was archived since, the service is still booked.
  ok(await tenant.owner.call(bookingServices.setArchived, { id: rinse.id, isArchived: true }))
  expect(await offered()).toMatchObject({ questions: [], followOns: [] })
  expect(await ask(color.id, rinse.id)).toMatchObject({ status: 400, body: { errorCode: 'InvalidInput' } })
  expect(ok(await askOn(clock(4), color.id)).data).toMatchObject({ serviceNames: ['Color'] })
})

test('a time that a visitor releases is free immediately', async () => {
  const at = await openPage()
  const { slug } = at
  const clientBookingId = await hold(at, clock(3))
  const release = async () => ok(await anyone(bookingPages.release, { slug, clientBookingId })).data.isReleased
  expect([await release(), await release()]).toEqual([true, false])
  await hold(at, clock(3))
})

test('a queued code is not texted to someone who has opted out since', async () => {
  const at = await openPage()
  const { tenant } = at
  const phone = newPhone()
  await sendCode(at, await hold(at, clock(3)), phone)
  // The carrier itself refuses texts only after its own words.
  const { contact } = await tenant.textFrom(phone, 'Please stop texting me')
  expect(contact.isOptedOut).toBe(true)
  const before = await tenant.messagesOnPhone(phone)
  const { owner } = instance.server.database
  await owner.query(
    `with waiting as (update booking_proofs set sent_at = null where tenant_id = $1 returning tenant_id, id)
     select graphile_worker.add_job('send-booking-code', json_build_object('tenantId', tenant_id, 'id', id)) from waiting`,
    [tenant.tenantId],
  )
  await instance.idle()
  expect(await tenant.messagesOnPhone(phone)).toEqual(before)
})

test('reads without a login are limited by network, and an office behind one address is not', async () => {
  const at = await openPage()
  const { token } = await bookAs(at, newPhone(), clock(3))
  const page = `${instance.url}/book/${at.slug}`
  const visit = `${instance.url}/visit/${token}`
  const statusOf = (response: object) => (response instanceof ApiFailure ? response.status : 200)
  const statuses = async () => ({
    get: statusOf(await anyone(bookingPages.get, { slug: at.slug })),
    getVisit: statusOf(await anyone(bookingPages.getVisit, { token })),
    page: (await fetch(page)).status,
    picture: (await fetch(`${page}/pictures/${crypto.randomUUID()}`)).status,
    visit: (await fetch(visit)).status,
    calendar: (await fetch(`${visit}/calendar.ics`)).status,
  })
  const { owner } = instance.server.database
  const count = (points: number) =>
    owner.query(`update directory.rate_limits set points = points + $1 where key ~ '^page-(reads|pictures):'`, [points])
  await statuses()
  // A hundred people who book at once.
  await count(1000)
  expect(await statuses()).toEqual({ get: 200, getVisit: 200, page: 200, picture: 404, visit: 200, calendar: 200 })
  await count(100_000)
  expect(await statuses()).toEqual({ get: 429, getVisit: 429, page: 429, picture: 429, visit: 429, calendar: 429 })
  await owner.query(`delete from directory.rate_limits where key like 'page-%'`)
})

const setPoints = (limit: string, points: number) =>
  instance.server.database.owner.query(`update directory.rate_limits set points = $1 where key like $2`, [
    points,
    `${limit}:%`,
  ])
const resetLimits = () =>
  instance.server.database.owner.query(`delete from directory.rate_limits where key like 'page-%'`)

test.each([
  ['page-codes-address', 20],
  ['page-codes-number', 5],
  ['page-codes-block', 20],
  ['page-codes-tenant', 300],
])('a script that asks for codes is stopped: %s', async (limit, max) => {
  const at = await openPage()
  const clientBookingId = await hold(at, clock(3))
  const phone = newPhone()
  const sendCode = () =>
    anyone(bookingPages.sendCode, { slug: at.slug, clientBookingId, phone, country: 'US', name: 'Maya Chen' })
  ok(await sendCode())
  await setPoints(limit, max - 1)
  ok(await sendCode())
  expect(await sendCode()).toFail('TooManyAttempts')
  await instance.idle()
  expect(await at.tenant.messagesOnPhone(phone)).toHaveLength(2)
  await resetLimits()
})

test('a script that holds every time is stopped, and so is one that moves a visit back and forth', async () => {
  const at = await openPage()
  const { token, visit } = await bookAs(at, newPhone(), clock(3))
  const cancel = () => anyone(bookingPages.cancel, { token, version: visit.version })
  const { startsOnUtc } = visit
  ok(await anyone(bookingPages.reschedule, { token, version: visit.version, startsOnUtc: clock(3, '11:00') }))
  await setPoints('page-changes', 20)
  expect(await cancel()).toFail('TooManyAttempts')
  await setPoints('page-holds', 40)
  const request = { ...visitOf(at.salon), slug: at.slug, clientBookingId: crypto.randomUUID(), startsOnUtc }
  expect(await anyone(bookingPages.hold, request)).toFail('TooManyAttempts')
  await resetLimits()
  ok(await anyone(bookingPages.hold, request))
})
