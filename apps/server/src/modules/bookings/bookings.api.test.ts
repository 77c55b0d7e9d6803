import { type Booking, contract, type MovedBooking } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import {
  addService,
  book,
  createSalon,
  dayAhead,
  EVERY_DAY,
  inNewYork,
  slotsOn,
  visitOf,
} from '../../testing/bookings.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, sharedTestInstance, startTestInstance } from '../../testing/test-instance.ts'
import { lockVisit, moveForPage } from './page-visits.ts'

const { availability, bookingHours, bookingResources, bookings, messages } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

test('a free time is booked once, shown live, and the contact is told', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const slots = await slotsOn(owner, salon, salon.haircut.id, day)
  expect(slots.at(0)?.startsOnUtc).toBe(new Date(inNewYork(day, '08:00')).toISOString())
  expect(slots.length).toBe(24)
  const screen = await connectLive(instance.url, (await tenant.createUser('TeamMember')).auth)
  const phone = newPhone()
  const request = {
    ...visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), phone),
    note: 'First visit',
    tellsContact: true,
  }
  const { booking } = ok(await owner.call(bookings.create, request)).data
  expect(booking).toMatchObject({
    status: 'booked',
    localStartsOn: `${day}T10:00`,
    timeZone: 'America/New_York',
    contact: { name: 'Maya Chen', phone },
    note: 'First visit',
    items: [{ serviceName: 'Haircut', resources: [{ id: salon.owner, kind: 'teammate' }] }],
  })
  await screen.waitFor('booking.changed', ({ bookingID }) => bookingID === booking.id)
  screen.close()
  // Repeated, the request adds nothing.
  expect(ok(await owner.call(bookings.create, request)).data.booking.id).toBe(booking.id)
  expect(await owner.call(bookings.create, { ...request, startsOnUtc: inNewYork(day, '11:00') })).toFail(
    'ClientBookingIdReused',
  )
  await instance.idle()
  const [text] = await tenant.messagesOnPhone(phone)
  expect(text?.body).toMatch(/^Hi Maya, you are booked at .+ for Haircut on \w+, \w+ \d+, 10:00\sAM/)
  const thread = ok(
    await owner.call(messages.getListByConversationIds, {
      conversationIds: [booking.contact?.conversationSid ?? (await tenant.list(owner))[0]?.sid ?? ''],
    }),
  )
  expect(JSON.stringify(thread)).toContain('booking-update')

  const taken = await owner.call(bookings.create, visitOf(salon, salon.haircut.id, inNewYork(day, '10:15'), newPhone()))
  expect(taken).toFail('SlotTaken')
  expect(taken).toMatchObject({
    body: {
      data: {
        closedBy: [{ rule: 'booking', bookingID: booking.id, resourceID: salon.owner }],
        nearest: expect.arrayContaining([
          expect.objectContaining({ startsOnUtc: new Date(inNewYork(day, '10:30')).toISOString() }),
        ]),
      },
    },
  })
})

test('of hundreds of simultaneous requests for one time, only one is booked', async () => {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      tenant.owner.call(bookings.create, visitOf(salon, salon.haircut.id, inNewYork(day, '12:00'), newPhone())),
    ),
  )
  expect(answers.filter((answer) => !(answer instanceof ApiFailure))).toHaveLength(1)
  for (const answer of answers) if (answer instanceof ApiFailure) expect(answer).toFail('SlotTaken')
})

test('a double tap books one visit', async () => {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const request = visitOf(salon, salon.haircut.id, inNewYork(day, '12:00'), newPhone())
  const answers = await Promise.all(Array.from({ length: 5 }, () => tenant.owner.call(bookings.create, request)))
  const ids = answers.map((answer) => ok(answer).data.booking.id)
  expect(new Set(ids).size).toBe(1)
})

test('a client id repeated with another contact, length or teammate, or as a series, is refused', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, { durations: [30, 60] }, { withRooms: true })
  const { haircut, rooms } = salon
  const request = visitOf(salon, haircut.id, inNewYork(day, '10:00'), newPhone())
  const { booking } = ok(await owner.call(bookings.create, request)).data
  const other = rooms.find((id) => !booking.items[0]?.resources.some((resource) => resource.id === id)) ?? ''
  const stranger = newPhone()
  for (const changes of [
    { contact: { name: 'Someone else', phone: stranger } },
    { items: [{ serviceID: haircut.id, durationMinutes: 60 }] },
    { items: [{ serviceID: haircut.id, resourceIDs: [other] }] },
    { repeats: { everyWeeks: 1, count: 2 } },
  ])
    expect(await owner.call(bookings.create, { ...request, ...changes })).toFail('ClientBookingIdReused')
  expect(ok(await owner.call(contract.contacts.getByPhone, { phoneNumber: stranger })).contact).toBeNull()
  const contactID = booking.contact?.id ?? ''
  ok(await owner.call(bookings.create, { ...request, contact: undefined, contactID }))
  // A hold can’t be booked as a series.
  const { contact, ...visit } = visitOf(salon, haircut.id, inNewYork(day, '12:00'), newPhone())
  ok(await owner.call(bookings.hold, visit))
  const series = { ...visit, contact, repeats: { everyWeeks: 1, count: 2 } }
  expect(await owner.call(bookings.create, series)).toFail('ClientBookingIdReused')
  ok(await owner.call(bookings.create, { ...visit, contact }))
})

test('a group session is booked up to its seats, and no one else gets its teammate', async () => {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant, { name: 'Yoga', seats: 3 })
  const at = inNewYork(day, '09:00')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      tenant.owner.call(bookings.create, visitOf(salon, salon.haircut.id, at, newPhone())),
    ),
  )
  expect(answers.filter((answer) => !(answer instanceof ApiFailure))).toHaveLength(3)
  const other = await addService(tenant.owner, { name: 'Massage', resourceIDs: [salon.owner] })
  expect(await tenant.owner.call(bookings.create, visitOf(salon, other.id, at, newPhone()))).toFail('SlotTaken')
  // A seat that becomes free can be booked again.
  const [first] = answers.flatMap((answer) => (answer instanceof ApiFailure ? [] : [answer.data.booking]))
  const { id, version } = first as Booking
  ok(await tenant.owner.call(bookings.cancel, { id, version }))
  ok(await tenant.owner.call(bookings.create, visitOf(salon, salon.haircut.id, at, newPhone())))
})

test('teammates ignore rules by name, but never an overlap', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, { bufferAfterMinutes: 15 })
  const first = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const early = visitOf(salon, salon.haircut.id, inNewYork(day, '07:30'), newPhone())
  expect(await owner.call(bookings.create, early)).toFail('SlotTaken')
  const late = ok(await owner.call(bookings.create, { ...early, overrides: ['hours', 'notice', 'block'] })).data.booking
  // Only what was in the way is kept.
  expect(late.overrides).toEqual(['hours'])
  const close = visitOf(salon, salon.haircut.id, inNewYork(day, '10:30'), newPhone())
  const refused = await owner.call(bookings.create, close)
  expect(refused).toMatchObject({ body: { data: { closedBy: [{ rule: 'buffer' }] } } })
  ok(await owner.call(bookings.create, { ...close, overrides: ['buffer'] }))
  const over = visitOf(salon, salon.haircut.id, inNewYork(day, '10:15'), newPhone())
  expect(await owner.call(bookings.create, { ...over, overrides: ['buffer', 'hours', 'block'] })).toFail('SlotTaken')
  expect(ok(await owner.call(bookings.get, { id: first.id })).data.status).toBe('booked')
})

test('a visit of several services is placed one after the other, all of it or nothing', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, {}, { withRooms: true })
  const color = await addService(owner, { name: 'Color', durations: [60], resourceIDs: [salon.owner] })
  const items = [{ serviceID: color.id }, { serviceID: salon.haircut.id, gapMinutes: 30 }]
  const visit = { ...visitOf(salon, color.id, inNewYork(day, '09:00'), newPhone()), items }
  const { booking } = ok(await owner.call(bookings.create, visit)).data
  expect(booking.items.map(({ serviceName, startsOnUtc }) => [serviceName, startsOnUtc])).toEqual([
    ['Color', inNewYork(day, '09:00').replace('Z', '.000Z')],
    ['Haircut', inNewYork(day, '10:30').replace('Z', '.000Z')],
  ])
  // The gap is free for others; the haircut is not.
  await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const again = { ...visit, clientBookingId: crypto.randomUUID(), startsOnUtc: inNewYork(day, '12:00') }
  await book(owner, salon, inNewYork(day, '13:30'), newPhone())
  expect(await owner.call(bookings.create, again)).toFail('SlotTaken')
  expect(
    ok(await owner.call(bookings.getList, { startDateTimeUTC: inNewYork(day, '00:00') })).data.bookings,
  ).toHaveLength(3)
})

test('a series keeps its wall time and is moved or cancelled as a whole or in part', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, { horizonDays: 365 })
  const request = {
    ...visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), newPhone()),
    repeats: { everyWeeks: 4, count: 5 },
  }
  const { booking, series } = ok(await owner.call(bookings.create, request)).data
  expect(series).toHaveLength(5)
  const all = async () => Promise.all(series.map(async (id) => ok(await owner.call(bookings.get, { id })).data))
  expect((await all()).map(({ localStartsOn }) => localStartsOn.slice(11))).toEqual(Array(5).fill('10:00'))
  const third = (await all())[2] as Booking
  const move = { id: third.id, version: third.version, scope: 'following' } as const
  const to = Temporal.Instant.from(third.startsOnUtc).add({ minutes: 15 }).toString()
  ok(await owner.call(bookings.reschedule, { ...move, startsOnUtc: to }))
  expect((await all()).map(({ localStartsOn }) => localStartsOn.slice(11))).toEqual([
    '10:00',
    '10:00',
    '10:15',
    '10:15',
    '10:15',
  ])
  const { version } = ok(await owner.call(bookings.get, { id: booking.id })).data
  ok(await owner.call(bookings.cancel, { id: booking.id, version, scope: 'all', reason: 'Moved away' }))
  expect((await all()).map(({ status }) => status)).toEqual(Array(5).fill('cancelled'))
  // If some of a series are not free, none is booked, and all of them are listed.
  const [, , , fourth] = await all()
  const blocked = [third.startsOnUtc, fourth?.startsOnUtc ?? '']
  const inTheWay = []
  for (const start of blocked) inTheWay.push((await book(owner, salon, start, newPhone())).id)
  const refused = await owner.call(bookings.create, { ...request, clientBookingId: crypto.randomUUID() })
  expect(refused).toFail('SlotTaken')
  const clash = (startsOnUtc: string, bookingID?: string) => ({
    startsOnUtc,
    closedBy: [{ rule: 'booking', bookingID }],
  })
  const tenOf = ({ startsOnUtc }: Booking) =>
    Temporal.Instant.from(startsOnUtc)
      .toZonedDateTimeISO('America/New_York')
      .with({ hour: 10, minute: 0 })
      .toInstant()
      .toString({ smallestUnit: 'millisecond' })
  expect(refused).toMatchObject({
    body: {
      data: {
        nearest: [],
        clashes: [clash(tenOf(third), inTheWay[0]), clash(tenOf(fourth as Booking), inTheWay[1])],
      },
    },
  })
  // So are those in the way of moving one; visits of the series itself are not.
  const weekly = visitOf(salon, salon.haircut.id, inNewYork(day, '15:00'), newPhone())
  const { booking: head, series: weeks } = ok(
    await owner.call(bookings.create, { ...weekly, repeats: { everyWeeks: 1, count: 3 } }),
  ).data
  const last = ok(await owner.call(bookings.get, { id: weeks[2] ?? '' })).data
  const nextWeek = (start: string) =>
    Temporal.Instant.from(start)
      .toZonedDateTimeISO('America/New_York')
      .add({ weeks: 1 })
      .toInstant()
      .toString({ smallestUnit: 'millisecond' })
  const { id: after } = await book(owner, salon, nextWeek(last.startsOnUtc), newPhone())
  const forward = { id: head.id, version: head.version, scope: 'all', startsOnUtc: nextWeek(head.startsOnUtc) } as const
  expect(await owner.call(bookings.reschedule, forward)).toMatchObject({
    body: { data: { clashes: [clash(nextWeek(last.startsOnUtc), after)] } },
  })
})

test('the move of a series is undone for all its visits or for none', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, { horizonDays: 365 })
  const first = visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), newPhone())
  const { series } = ok(await owner.call(bookings.create, { ...first, repeats: { everyWeeks: 1, count: 4 } })).data
  const all = async () => Promise.all(series.map(async (id) => ok(await owner.call(bookings.get, { id })).data))
  const times = async () => (await all()).map(({ localStartsOn }) => localStartsOn.slice(11))
  const [, second, third] = (await all()) as [Booking, Booking, Booking]
  ok(await owner.call(bookings.updateStatus, { id: third.id, version: third.version, status: 'confirmed' }))
  const move = async (scope: 'following' | 'all') => {
    const { version, startsOnUtc } = ok(await owner.call(bookings.get, { id: second.id })).data
    const later = Temporal.Instant.from(startsOnUtc).add({ minutes: 15 }).toString()
    return ok(await owner.call(bookings.reschedule, { id: second.id, version, scope, startsOnUtc: later })).data.moved
  }
  const undo = (moved: MovedBooking[]) => owner.call(bookings.undoReschedule, { id: second.id, moved })
  const following = await move('following')
  expect(await times()).toEqual(['10:00', '10:15', '10:15', '10:15'])
  ok(await undo(following))
  expect([await times(), (await all()).map(({ status }) => status)]).toEqual([
    ['10:00', '10:00', '10:00', '10:00'],
    ['booked', 'booked', 'confirmed', 'booked'],
  ])
  // A second undo of the same move changes nothing.
  expect(await undo(following)).toFail('MoveNotUndoable')
  const moved = await move('all')
  const inTheWay = await book(
    owner,
    salon,
    Temporal.Instant.from(third.startsOnUtc).subtract({ minutes: 15 }).toString(),
    newPhone(),
  )
  const refused = await undo(moved)
  expect(refused).toFail('MoveNotUndoable')
  const free = { reason: null, closedBy: [] }
  expect(refused).toMatchObject({
    body: {
      data: {
        kept: [
          free,
          free,
          {
            ...{ bookingID: third.id, previousStartsOnUtc: third.startsOnUtc, reason: 'taken' },
            closedBy: [{ rule: 'booking', bookingID: inTheWay.id }],
          },
          free,
        ],
      },
    },
  })
  expect(await times()).toEqual(['10:15', '10:15', '10:15', '10:15'])
  ok(await owner.call(bookings.cancel, { id: inTheWay.id, version: inTheWay.version }))
  const [changed] = (await all()) as [Booking]
  ok(await owner.call(bookings.update, { id: changed.id, version: changed.version, note: 'Window seat' }))
  expect(await undo(moved)).toMatchObject({ body: { data: { kept: [{ reason: 'changed' }, free, free, free] } } })
  ok(await undo(moved.slice(1)))
  expect(await times()).toEqual(['10:15', '10:00', '10:00', '10:00'])
})

test('a status is set one step at a time, and taken back while the time is free', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const first = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const set = async ({ id, version }: Booking, status: Booking['status']) =>
    owner.call(bookings.updateStatus, { id, version, status })
  const confirmed = ok(await set(first, 'confirmed')).data
  expect(await set(first, 'arrived')).toFail('ChangedMeanwhile')
  expect(await set(confirmed, 'declined')).toFail('BookingStatusWrong')
  const late = ok(
    await owner.call(bookings.updateArrival, {
      id: first.id,
      version: confirmed.version,
      isOnTheWay: true,
      lateMinutes: 15,
    }),
  ).data
  expect(late).toMatchObject({ lateMinutes: 15, onTheWayOnUtc: expect.any(String) })
  const arrived = ok(await set(late, 'arrived')).data
  const missed = ok(await set(ok(await set(arrived, 'booked')).data, 'no-show')).data
  expect(missed).toMatchObject({ status: 'no-show', endedOnUtc: expect.any(String) })
  const second = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  expect(await set(missed, 'booked')).toFail('SlotTaken')
  ok(await owner.call(bookings.cancel, { id: second.id, version: second.version }))
  expect(ok(await set(missed, 'booked')).data).toMatchObject({ status: 'booked', endedOnUtc: null })
})

test('a held time is booked by its id, and free again once it runs out', async () => {
  const clock = createTestClock()
  const own = await startTestInstance({ now: clock.now, sessionClock: systemClock })
  const tenant = await own.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const hold = (time: string) => {
    const { contact: _contact, ...visit } = visitOf(salon, salon.haircut.id, inNewYork(day, time), '')
    return { request: visit, answer: owner.call(bookings.hold, visit) }
  }
  const first = hold('10:00')
  expect(ok(await first.answer).data).toMatchObject({ status: 'held', contact: null, heldUntilUtc: expect.any(String) })
  const other = visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), newPhone())
  expect(await owner.call(bookings.create, other)).toFail('SlotTaken')
  const contact = { name: 'Maya Chen', phone: newPhone() }
  expect(ok(await owner.call(bookings.create, { ...first.request, contact })).data.booking).toMatchObject({
    status: 'booked',
    heldUntilUtc: null,
  })
  const second = hold('12:00')
  const { id } = ok(await second.answer).data
  // By the clock of the database, which is ahead.
  await own.runDelayedJobs('expire-hold')
  clock.advance(11 * 60_000)
  expect(await owner.call(bookings.create, { ...second.request, contact })).toFail('HoldExpired')
  // Free at once, also before the job has run.
  await book(owner, salon, inNewYork(day, '12:00'), newPhone())
  await own.runDelayedJobs('expire-hold')
  expect(ok(await owner.call(bookings.get, { id })).data).toMatchObject({ status: 'expired', heldUntilUtc: null })
  expect(await owner.call(bookings.create, { ...second.request, contact })).toFail('HoldExpired')
  await own.close()
})

test('a hold cannot be moved, nor booked once cancelled, and undo applies only to moved visits', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { contact: _contact, ...visit } = visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), '')
  const held = ok(await owner.call(bookings.hold, visit)).data
  const { id, version } = held
  const later = inNewYork(day, '15:00')
  expect(await owner.call(bookings.reschedule, { id, version, startsOnUtc: later })).toFail('BookingStatusWrong')
  const undo = (booking: Booking, status: MovedBooking['status']) => {
    const before = { startsOnUtc: later, status, isOnTheWay: false, lateMinutes: null }
    return owner.call(bookings.undoReschedule, {
      id: booking.id,
      moved: [{ id: booking.id, version: booking.version, ...before }],
    })
  }
  expect(await undo(held, 'booked')).toFail('MoveNotUndoable')
  const cancelled = ok(await owner.call(bookings.cancel, { id, version })).data
  const restore = { id, version: cancelled.version, status: 'booked' } as const
  expect(await owner.call(bookings.updateStatus, restore)).toFail('BookingStatusWrong')
  const booked = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  expect(await undo(booked, 'requested')).toFail('MoveNotUndoable')
  expect(await undo(booked, 'held' as never)).toFail('InvalidInput')
  const moved = {
    id: booked.id,
    version: booked.version,
    status: 'booked',
    isOnTheWay: false,
    lateMinutes: null,
  } as const
  for (const startsOnUtc of [later.replace(':00Z', ':30Z'), '9999-12-31T23:59:00Z', '0001-01-01T00:00:00Z'])
    expect(await owner.call(bookings.undoReschedule, { id: booked.id, moved: [{ ...moved, startsOnUtc }] })).toFail(
      'InvalidInput',
    )
})

test('whoever may not see a contact sees a busy time, unless they serve them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const member = await tenant.createUser('TeamMember')
  const secret = { name: 'SECRET Nora', phone: newPhone() }
  const { sid, contact } = await tenant.textFrom(secret.phone, 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  ok(await owner.call(contract.contacts.update, { id: contact.id, name: secret.name }))
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const request = { ...visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), secret.phone), note: 'SECRET note' }
  const { booking } = ok(await owner.call(bookings.create, request)).data
  const period = { startDateTimeUTC: inNewYork(day, '00:00'), endDateTimeUTC: inNewYork(day, '23:00') }
  const { id, version } = booking
  const answers = [
    ok(await member.call(bookings.get, { id })).data,
    ok(await member.call(bookings.getList, period)).data.bookings[0],
    ok(await member.call(bookings.getCalendar, period)).data.bookings[0],
  ]
  for (const answer of answers) expect(answer).toMatchObject({ isBusy: true, contact: null, note: '' })
  expect(JSON.stringify(answers)).not.toMatch(/SECRET|Haircut/)
  for (const hidden of [{ searchTerm: 'SECRET' }, { contactID: contact.id }, { statuses: ['booked' as const] }])
    expect(ok(await member.call(bookings.getList, { ...period, ...hidden })).data.bookings).toEqual([])
  expect(ok(await member.call(bookings.getStats, period)).data).toEqual({ counts: [], busyCount: 1, isTooMany: false })
  expect(await member.call(bookings.cancel, { id, version })).toFail('BookingNotFound')
  const ask = {
    locationID: salon.locationID,
    items: [{ serviceID: salon.haircut.id }],
    startsOnUtc: booking.startsOnUtc,
  }
  const { closedBy } = ok(await member.call(availability.explain, ask)).data
  expect(closedBy).toMatchObject([{ rule: 'booking', bookingID: null }])
  expect(await member.call(availability.explain, { ...ask, contactID: contact.id })).toFail('ContactNotFound')
})

test('bookings of a removed location move with its contacts', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const salon = await createSalon(tenant)
  const { id } = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  ok(await owner.call(contract.locations.remove, { id: here, moveToLocationID: there }))
  expect(ok(await owner.call(bookings.get, { id })).data).toMatchObject({
    locationID: there,
    localStartsOn: `${day}T10:00`,
  })
  const { resources } = ok(await owner.call(contract.bookingResources.getList, {})).data
  expect(resources.map(({ locationIDs }) => locationIDs)).toEqual([[there], [there], [there]])
})

test('visits stay with their contact when its main number changes or a number is removed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { contacts } = contract
  const salon = await createSalon(tenant, { personMax: 1 })
  const talk = await addService(owner, { name: 'Talk', resourceIDs: [salon.owner] })
  const [first, second] = [newPhone(), newPhone()]
  const { id: contactID } = ok(await owner.call(contacts.add, { name: 'Maya Chen', phone: first }))
  const visit = (serviceID: string, time: string, changes: object) => {
    const { contact: _, ...request } = visitOf(salon, serviceID, inNewYork(day, time), first)
    return { ...request, ...changes }
  }
  const { booking } = ok(await owner.call(bookings.create, visit(salon.haircut.id, '10:00', { contactID }))).data
  ok(await owner.call(contacts.addPhone, { id: contactID, phone: second }))
  const { id } = ok(await owner.call(contacts.setMainPhone, { id: contactID, phone: second }))
  const again = await owner.call(bookings.create, visit(salon.haircut.id, '12:00', { contactID: id }))
  expect(again).toMatchObject({ body: { data: { closedBy: [{ rule: 'person-limit' }] } } })
  // Only the first visit of the day gets reminders.
  const { booking: later } = ok(await owner.call(bookings.create, visit(talk.id, '15:00', { contactID: id }))).data
  const { rows } = await instance.server.database.owner.query(
    'select from scheduled_messages where tenant_id = $1 and booking_id = $2',
    [tenant.tenantId, later.id],
  )
  expect(rows).toEqual([])
  ok(await owner.call(contacts.removePhone, { id, phone: first }))
  expect(ok(await owner.call(bookings.get, { id: booking.id })).data.contact).toMatchObject({ id, phone: second })
})

test('reminders are scheduled in the conversation, and follow the booking', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const first = await book(owner, salon, inNewYork(day, '15:00'), newPhone())
  const sid = ok(await owner.call(bookings.get, { id: first.id })).data.contact?.conversationSid ?? ''
  const waiting = async () => {
    const { data } = ok(await owner.call(contract.scheduledMessages.getList, { conversationSid: sid }))
    return data.scheduledMessages.map(({ sendAt, body }) => [Date.parse(sendAt), body])
  }
  const at = (time: string, days = 0) => Date.parse(inNewYork(dayAhead(7 + days), time))
  expect(await waiting()).toEqual([
    [at('15:00', -1), expect.stringMatching(/^Hi Maya, .+ expects you for Haircut on .+3:00\sPM/)],
    [at('13:00'), expect.stringContaining('see you at')],
  ])
  const moved = ok(
    await owner.call(bookings.reschedule, {
      id: first.id,
      version: first.version,
      startsOnUtc: inNewYork(day, '09:30'),
    }),
  ).data
  // Two hours before would be in the night of the contact: it comes the evening before.
  const [early, , ...others] = await waiting()
  expect(others).toEqual([])
  expect(early).toEqual([at('09:30', -1), expect.stringContaining('9:30')])
  // One text for two visits of a day.
  const { booking: second } = ok(
    await owner.call(bookings.create, {
      ...visitOf(salon, salon.haircut.id, inNewYork(day, '16:00'), first.contact?.phone ?? ''),
    }),
  ).data
  const visitsReminded = async () => {
    await instance.idle()
    return (await waiting()).map(([, body]) => /\d+:\d\d/.exec(String(body))?.[0])
  }
  expect(await visitsReminded()).toEqual(['9:30', '9:30'])
  // Without the earlier one, the later one is reminded of, and vice versa.
  const another = ok(
    await owner.call(bookings.reschedule, {
      id: moved.id,
      version: moved.version,
      startsOnUtc: inNewYork(dayAhead(9), '09:30'),
    }),
  ).data
  expect(await visitsReminded()).toEqual(['4:00', '4:00', '9:30', '9:30'])
  const back = ok(
    await owner.call(bookings.reschedule, {
      id: another.id,
      version: another.version,
      startsOnUtc: inNewYork(day, '09:30'),
    }),
  ).data
  expect(await visitsReminded()).toEqual(['9:30', '9:30'])
  const { version } = ok(await owner.call(bookings.cancel, { id: back.id, version: back.version })).data
  expect(await visitsReminded()).toEqual(['4:00', '4:00'])
  const restored = ok(await owner.call(bookings.updateStatus, { id: back.id, version, status: 'booked' })).data
  expect(await visitsReminded()).toEqual(['9:30', '9:30'])
  ok(await owner.call(bookings.cancel, { id: second.id, version: second.version }))
  ok(await owner.call(bookings.cancel, { id: restored.id, version: restored.version }))
  expect(await visitsReminded()).toEqual([])
})

test('of two visits on a day, planned at once in different conversations, only the first is reminded of', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, tenantId, numbers, locationIds } = tenant
  const [, there = ''] = locationIds
  const salon = await createSalon(tenant)
  const spa = ok(await owner.call(bookingResources.save, { kind: 'room', name: 'Spa', locationID: there })).data
  const hours = [{ locationID: there, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID: spa.id, version: spa.version, hours, exceptions: [] }))
  const sauna = await addService(owner, { name: 'Sauna', resourceIDs: [spa.id] })
  const phone = newPhone()
  for (const to of numbers) await tenant.textFrom(phone, 'Hello', { to })
  const haircut = await book(owner, salon, inNewYork(dayAhead(9), '10:00'), phone)
  const { database, services } = instance.server
  const { request } = await services.inTenant({ tenantId }, async (tx) => {
    const row = await lockVisit(tx, haircut.id)
    if (!row) throw new Error('The visit was not found.')
    await moveForPage(services, tx, row, { at: Date.parse(inNewYork(day, '10:00')), needsApproval: false })
    const visit = { ...visitOf(salon, sauna.id, inNewYork(day, '16:00'), phone), locationID: there }
    const booked = owner.call(bookings.create, visit)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBe(1)
    return { request: booked }
  })
  ok(await request)
  await instance.idle()
  const { rows } = await database.owner.query(
    `select distinct booking_id as id from scheduled_messages where tenant_id = $1 and state = 'waiting'`,
    [tenantId],
  )
  expect(rows).toEqual([{ id: haircut.id }])
})

test('a block and time off close times, and say so', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const block = {
    resourceID: salon.owner,
    startsOnUtc: inNewYork(day, '12:00'),
    endsOnUtc: inNewYork(day, '13:00'),
    reason: 'Dentist',
  }
  const { id } = ok(await owner.call(bookingHours.block, block)).data
  const ask = { locationID: salon.locationID, items: [{ serviceID: salon.haircut.id }] }
  const explain = async (startsOnUtc: string) =>
    ok(await owner.call(availability.explain, { ...ask, startsOnUtc })).data
  expect(await explain(inNewYork(day, '12:30'))).toMatchObject({
    isFree: false,
    closedBy: [{ rule: 'block', resourceID: salon.owner, startsOnUtc: block.startsOnUtc.replace('Z', '.000Z') }],
    nearest: expect.arrayContaining([expect.objectContaining({ startsOnUtc: block.endsOnUtc.replace('Z', '.000Z') })]),
  })
  ok(await owner.call(bookingHours.unblock, { id }))
  expect(await explain(inNewYork(day, '12:30'))).toEqual({ isFree: true, closedBy: [], nearest: [] })
  const booked = await book(owner, salon, inNewYork(day, '12:30'), newPhone())
  const { hours, version } = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  const off = { resourceID: salon.owner, version, hours, exceptions: [{ date: day, name: 'Holiday', spans: [] }] }
  // The booking stays, and is listed.
  expect(ok(await owner.call(bookingHours.save, off)).data.bookingsOutside).toEqual([booked.id])
  expect(await owner.call(bookingHours.save, off)).toFail('ChangedMeanwhile')
  expect((await explain(inNewYork(day, '09:00'))).closedBy).toMatchObject([{ rule: 'time-off' }])
  // Only those who may edit the hours see the reason.
  const member = await tenant.createUser('TeamMember')
  const read = ok(await member.call(bookingHours.get, { resourceID: salon.owner })).data
  expect(read.exceptions).toEqual([{ date: day, name: '', spans: [] }])
  expect(await slotsOn(owner, salon, salon.haircut.id, day)).toEqual([])
})

test('open times are those of the resource within business hours, by the clocks of the location', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { locationID } = salon
  const openTimes = async () => {
    const { resources } = ok(await owner.call(availability.openTimes, { locationID, from: day, days: 2 })).data
    return new Map(resources.map(({ resourceID, open }) => [resourceID, open]))
  }
  const at = (date: string, time: string) => new Date(inNewYork(date, time)).toISOString()
  const allDay = (date: string) => ({ startsOnUtc: at(date, '08:00'), endsOnUtc: at(date, '20:00') })
  const next = dayAhead(8)
  expect((await openTimes()).get(salon.owner)).toEqual([allDay(day), allDay(next)])
  const { hours, version } = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  const exceptions = [{ date: day, name: 'Course', spans: [{ opens: '06:00', closes: '12:30' }] }]
  ok(await owner.call(bookingHours.save, { resourceID: salon.owner, version, hours, exceptions }))
  const [location] = ok(await owner.call(contract.businessHours.getList, undefined)).businessHours
  if (!location) throw new Error('No location.')
  const week = hours[0]?.week
  if (!week) throw new Error('No hours.')
  const holiday = { date: next, name: 'Holiday', spans: [] }
  const { afterHours } = location
  ok(await owner.call(contract.businessHours.save, { locationID, week, exceptions: [holiday], afterHours, version: 0 }))
  const open = await openTimes()
  // The business opens at 8, and is closed on the second day.
  expect(open.get(salon.owner)).toEqual([{ startsOnUtc: at(day, '08:00'), endsOnUtc: at(day, '12:30') }])
  expect(open.get(salon.rooms[0] ?? '')).toEqual([allDay(day)])
  const stranger = await instance.createTenant()
  expect(await stranger.owner.call(availability.openTimes, { locationID, from: day })).toFail('LocationNotFound')
})

test('a late visit delays those after it with the same teammate, and moves none of them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const first = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const second = await book(owner, salon, inNewYork(day, '10:30'), newPhone())
  await book(owner, salon, inNewYork(day, '11:15'), newPhone())
  const calendar = async () =>
    ok(
      await owner.call(bookings.getCalendar, {
        startDateTimeUTC: inNewYork(day, '00:00'),
        endDateTimeUTC: inNewYork(day, '23:00'),
      }),
    ).data
  expect((await calendar()).delays).toEqual([])
  const late = { id: first.id, version: first.version, isOnTheWay: true, lateMinutes: 15 }
  ok(await owner.call(bookings.updateArrival, late))
  const { delays, bookings: shown } = await calendar()
  expect(delays).toEqual([{ bookingID: second.id, minutes: 15 }])
  expect(shown.find(({ id }) => id === second.id)).toMatchObject({ startsOnUtc: second.startsOnUtc, version: 1 })
})
