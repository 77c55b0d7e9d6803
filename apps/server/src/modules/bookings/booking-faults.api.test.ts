import { type Booking, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import {
  addService,
  book,
  createSalon,
  dayAhead,
  EVERY_DAY,
  inNewYork,
  type Salon,
  visitOf,
} from '../../testing/bookings.ts'
import { CLOSED_HOST, startWithCarrierFaults } from '../../testing/carrier-faults.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'

const {
  availability,
  bookingHours,
  bookingResources,
  bookings,
  bookingServices,
  bookingTasks,
  contactMerging,
  contacts,
  team,
  undelivered,
} = contract

const { instance, clock, carrier } = await startWithCarrierFaults('2039-06-08T12:00')

const MINUTE_MS = 60_000

const today = () => Temporal.Instant.from(clock.now())
const at = (days: number, time: string): string => inNewYork(dayAhead(days, today()), time)

async function run() {
  await instance.idle()
  for (const job of ['send-reminders', 'send-queued-messages', 'send-bulk-messages'])
    await instance.runDelayedJobs(job, { mayHaveRun: true })
}

const present = async ({ owner }: Tenant, { id }: Booking) => ok(await owner.call(bookings.get, { id })).data

/** Reminders of visits received on a contact’s phone. */
async function remindersOn({ messagesOnPhone }: Tenant, { contact }: Booking): Promise<string[]> {
  const texts = await messagesOnPhone(contact?.phone ?? '')
  return texts.map(({ body }) => body).filter((body) => /expects you|see you at/.test(body))
}

/** A visit in two days at 15:00, and the time a minute before its first reminder is due. */
async function beforeReminder(): Promise<{ tenant: Tenant; salon: Salon; booking: Booking }> {
  clock.goTo(
    today().toZonedDateTimeISO('America/New_York').toPlainDate().add({ days: 1 }).toPlainDateTime('12:00').toString(),
  )
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const booking = await book(tenant.owner, salon, at(2, '15:00'), newPhone())
  await run()
  clock.goTo(Temporal.Instant.from(at(1, '14:59')))
  return { tenant, salon, booking: await present(tenant, booking) }
}

test('a queued reminder is not sent once its visit is cancelled', async () => {
  const { tenant, booking } = await beforeReminder()
  carrier.url = CLOSED_HOST
  clock.advance(2 * MINUTE_MS)
  await run()
  ok(await tenant.owner.call(bookings.cancel, { id: booking.id, version: booking.version }))
  carrier.url = null
  clock.advance(30 * MINUTE_MS)
  await run()
  expect(await remindersOn(tenant, booking)).toEqual([])
  expect(ok(await tenant.owner.call(undelivered.getCount, {})).data.count).toBe(0)
})

test('a queued reminder is replaced once its visit is moved', async () => {
  const { tenant, booking } = await beforeReminder()
  const { owner } = tenant
  carrier.url = CLOSED_HOST
  clock.advance(2 * MINUTE_MS)
  await run()
  const { id, version } = booking
  const moved = ok(await owner.call(bookings.reschedule, { id, version, startsOnUtc: at(1, '19:30') })).data
  carrier.url = null
  clock.advance(30 * MINUTE_MS)
  await run()
  expect(await remindersOn(tenant, moved)).toEqual([])
  clock.goTo(Temporal.Instant.from(at(0, '19:31')))
  await run()
  expect(await remindersOn(tenant, moved)).toEqual([expect.stringMatching(/7:30\sPM/)])
  expect(ok(await owner.call(bookingTasks.getList, {})).data.tasks).toEqual([])
})

test('a queued reminder is still sent when only the status of its visit changes', async () => {
  const { tenant, booking } = await beforeReminder()
  carrier.url = CLOSED_HOST
  clock.advance(2 * MINUTE_MS)
  await run()
  const { id, version } = booking
  ok(await tenant.owner.call(bookings.updateStatus, { id, version, status: 'confirmed' }))
  carrier.url = null
  clock.advance(30 * MINUTE_MS)
  await run()
  expect(await remindersOn(tenant, booking)).toHaveLength(1)
})

test('a visit moved twice in the minute of its reminder gets one reminder, for its last time', async () => {
  const { tenant, booking } = await beforeReminder()
  const { owner } = tenant
  clock.advance(MINUTE_MS)
  const move = async (version: number, startsOnUtc: string) =>
    ok(await owner.call(bookings.reschedule, { id: booking.id, version, startsOnUtc })).data
  const moveTwice = async () => {
    const { version } = await move(booking.version, at(2, '16:00'))
    return move(version, at(2, '16:30'))
  }
  const [moved] = await Promise.all([moveTwice(), instance.runDelayedJobs('send-reminders', { mayHaveRun: true })])
  await run()
  const early = (await remindersOn(tenant, moved)).filter((body) => /3:00\sPM/.test(body))
  expect(early.length).toBeLessThanOrEqual(1)
  clock.goTo(Temporal.Instant.from(at(1, '16:31')))
  await run()
  const later = (await remindersOn(tenant, moved)).filter((body) => !/3:00\sPM/.test(body))
  expect(later).toEqual([expect.stringMatching(/4:30\sPM/)])
})

test('a hold that expires while it is booked is either booked, or refused and its time freed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  for (const [index, offset] of [-1, 0, 1, 0, 0].entries()) {
    const { contact: _, ...visit } = visitOf(salon, salon.haircut.id, at(3, `${10 + index}:00`), '')
    const held = ok(await owner.call(bookings.hold, visit)).data
    clock.goTo(Temporal.Instant.from(held.heldUntilUtc ?? '').add({ milliseconds: offset }))
    const [answer] = await Promise.all([
      owner.call(bookings.create, { ...visit, contact: { name: 'Maya Chen', phone: newPhone() } }),
      instance.runDelayedJobs('expire-hold', { mayHaveRun: true }),
    ])
    if (answer instanceof ApiFailure) expect(answer).toFail('HoldExpired')
    await instance.idle()
    const other = await owner.call(bookings.create, visitOf(salon, salon.haircut.id, visit.startsOnUtc, newPhone()))
    if (answer instanceof ApiFailure) expect(other).not.toBeInstanceOf(ApiFailure)
    else expect(other).toFail('SlotTaken')
  }
})

test('upcoming visits keep an archived service, a removed room and a teammate who left', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const member = await tenant.createUser('TeamMember')
  const teammate = ok(await owner.call(bookingResources.save, { kind: 'teammate', userID: member.auth.userId })).data
  const hours = [{ locationID: salon.locationID, week: EVERY_DAY }]
  ok(
    await owner.call(bookingHours.save, {
      ...{ resourceID: teammate.id, version: teammate.version, hours, exceptions: [] },
    }),
  )
  const [room = ''] = salon.rooms
  const services = [
    salon.haircut,
    await addService(owner, { name: 'Massage', resourceIDs: [room] }),
    await addService(owner, { name: 'Color', resourceIDs: [teammate.id] }),
  ]
  const visits = []
  for (const { id } of services)
    visits.push(ok(await owner.call(bookings.create, visitOf(salon, id, at(3, '10:00'), newPhone()))).data.booking)
  ok(await owner.call(bookingServices.setArchived, { id: salon.haircut.id, isArchived: true }))
  ok(await owner.call(bookingResources.setArchived, { id: room, isArchived: true }))
  ok(await owner.call(team.removeUser, { userID: member.auth.userId }))
  await run()

  const listed = ok(await owner.call(bookings.getList, {})).data.bookings
  expect(new Set(listed.map(({ id, status }) => `${id} ${status}`))).toEqual(
    new Set(visits.map(({ id }) => `${id} booked`)),
  )
  for (const [index, visit] of visits.entries()) {
    const { id = '' } = services[index] ?? {}
    const items = [{ serviceID: id }]
    const slots = await owner.call(availability.slots, {
      locationID: salon.locationID,
      items,
      from: at(3, '00:00').slice(0, 10),
      days: 1,
    })
    if (!(slots instanceof ApiFailure)) expect(slots.data.slots).toEqual([])
    expect(await owner.call(bookings.create, visitOf(salon, id, at(3, '12:00'), newPhone()))).toFail('SlotTaken')
    const startsOnUtc = at(3, '14:00')
    const moved = ok(await owner.call(bookings.reschedule, { id: visit.id, version: visit.version, startsOnUtc })).data
    expect(moved.items[0]).toMatchObject({
      serviceID: id,
      resources: [{ id: visit.items[0]?.resources[0]?.id, name: expect.stringMatching(/./) }],
    })
    ok(await owner.call(bookings.cancel, { id: visit.id, version: moved.version }))
  }
})

test('the visit of a deleted contact keeps its time, and no one is reminded of it', async () => {
  const { tenant, salon, booking } = await beforeReminder()
  ok(await tenant.owner.call(contacts.remove, { id: booking.contact?.id ?? '' }))
  const { startsOnUtc } = booking
  const { version, ...kept } = await present(tenant, booking)
  expect(kept).toMatchObject({ status: 'booked', startsOnUtc, contact: null })
  const other = visitOf(salon, salon.haircut.id, startsOnUtc, newPhone())
  expect(await tenant.owner.call(bookings.create, other)).toFail('SlotTaken')
  clock.advance(2 * MINUTE_MS)
  await run()
  expect(await remindersOn(tenant, booking)).toEqual([])
  ok(await tenant.owner.call(bookings.cancel, { id: booking.id, version, tellsContact: true }))
  ok(await tenant.owner.call(bookings.create, other))
})

test('merging a contact moves its visit and reminder, and undoing the merge moves them back', async () => {
  const { tenant, booking } = await beforeReminder()
  const { owner } = tenant
  const { contact: other } = await tenant.textFrom(newPhone(), 'Hello')
  const survivorID = other.id
  const otherID = booking.contact?.id ?? ''
  const { version } = ok(await owner.call(contactMerging.preview, { survivorID, otherID }))
  const merged = ok(await owner.call(contactMerging.merge, { survivorID, otherID, version }))
  expect((await present(tenant, booking)).contact).toMatchObject({ id: survivorID })
  clock.advance(2 * MINUTE_MS)
  await run()
  const texts = async () => [
    ...(await remindersOn(tenant, booking)),
    ...(await tenant.messagesOnPhone(other.phone)).map(({ body }) => body).filter((body) => /expects you/.test(body)),
  ]
  expect(await texts()).toHaveLength(1)
  ok(await owner.call(contactMerging.unmerge, { mergeID: merged.mergeID }))
  expect((await present(tenant, booking)).contact).toMatchObject({ id: booking.contact?.id })
  clock.goTo(Temporal.Instant.from(at(1, '13:01')))
  await run()
  const second = (await tenant.messagesOnPhone(booking.contact?.phone ?? '')).filter(({ body }) =>
    /see you at/.test(body),
  )
  expect(second).toHaveLength(1)
})

/** A visit in three days at 15:00, whose confirmation waits for the carrier. */
async function bookWithoutCarrier() {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const phone = newPhone()
  carrier.url = CLOSED_HOST
  const visit = { ...visitOf(salon, salon.haircut.id, at(3, '15:00'), phone), tellsContact: true }
  const { id, version } = ok(await tenant.owner.call(bookings.create, visit)).data.booking
  await run()
  return { tenant, owner: tenant.owner, phone, id, version }
}

/** The texts that a phone gets once the carrier is back. */
async function textsAfterOutage({ owner, messagesOnPhone }: Tenant, phone: string): Promise<string[]> {
  carrier.url = null
  clock.advance(30 * MINUTE_MS)
  await run()
  expect(ok(await owner.call(undelivered.getCount, {})).data.count).toBe(0)
  return (await messagesOnPhone(phone)).map(({ body }) => body)
}

test.each([
  { tellsContact: true, texts: [expect.stringMatching(/3:00\sPM has been canceled/)] },
  { tellsContact: false, texts: [] },
])('a confirmation that waits for the carrier is not sent once its visit is cancelled: $tellsContact', async (last) => {
  const { tenant, owner, phone, id, version } = await bookWithoutCarrier()
  ok(await owner.call(bookings.cancel, { id, version, tellsContact: last.tellsContact }))
  expect(await textsAfterOutage(tenant, phone)).toEqual(last.texts)
})

test('a confirmation that waits for the carrier is followed by the new time, or not sent if no text says it', async () => {
  const { tenant, owner, phone, id, version } = await bookWithoutCarrier()
  const first = { id, version, startsOnUtc: at(3, '16:00'), tellsContact: true }
  const moved = ok(await owner.call(bookings.reschedule, first)).data
  const booked = [expect.stringMatching(/booked .* 3:00\sPM/), expect.stringMatching(/now on .* 4:00\sPM/)]
  expect(await textsAfterOutage(tenant, phone)).toEqual(booked)
  carrier.url = CLOSED_HOST
  const { version: movedTwice } = ok(
    await owner.call(bookings.reschedule, { ...first, version: moved.version, startsOnUtc: at(3, '17:00') }),
  ).data
  await run()
  ok(await owner.call(bookings.reschedule, { id, version: movedTwice, startsOnUtc: at(3, '18:00') }))
  expect(await textsAfterOutage(tenant, phone)).toEqual(booked)
})

test('a cancellation that waits for the carrier is not sent once its visit is restored', async () => {
  const { tenant, owner, phone, id, version } = await bookWithoutCarrier()
  const texts = await textsAfterOutage(tenant, phone)
  carrier.url = CLOSED_HOST
  const cancelled = ok(await owner.call(bookings.cancel, { id, version, tellsContact: true })).data
  await run()
  ok(await owner.call(bookings.updateStatus, { id, version: cancelled.version, status: 'booked' }))
  expect(await textsAfterOutage(tenant, phone)).toEqual(texts)
})
