import { type Booking, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { addService, book, createSalon, dayAhead, inNewYork, slotsOn, visitOf } from '../../testing/bookings.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookings, messages } = contract

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
