import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { addService, book, createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import { lockVisit, moveForPage } from './page-visits.ts'
import { planFirstReminders } from './reminders.ts'

const { bookingHours, bookingResources, bookings } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)
/** The first reminder comes 24 hours before a visit, also when the clocks change in between. */
const DAY_MS = 24 * 60 * 60_000

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
  const at = (time: string) => Date.parse(inNewYork(day, time))
  expect(await waiting()).toEqual([
    [at('15:00') - DAY_MS, expect.stringMatching(/^Hi Maya, .+ expects you for Haircut on .+3:00\sPM/)],
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
  expect(early).toEqual([at('09:30') - DAY_MS, expect.stringContaining('9:30')])
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

test('a reminder is planned once for each version of its visit, however often and at once, and not again once sent', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const { id } = await book(owner, salon, inNewYork(day, '16:00'), phone)
  const sid = ok(await owner.call(bookings.get, { id })).data.contact?.conversationSid ?? ''
  const list = async () => {
    await instance.idle()
    return ok(await owner.call(contract.scheduledMessages.getList, { conversationSid: sid })).data.scheduledMessages
  }
  const [first, second] = await list()
  const { services } = instance.server
  const planAgain = () => services.inTenant({ tenantId }, (tx) => planFirstReminders(services, tx, null, { id }))
  await Promise.all([planAgain(), planAgain()])
  expect(await list()).toEqual([first, second])
  ok(await owner.call(contract.scheduledMessages.sendNow, { sid: first?.sid ?? '' }))
  // An earlier visit that day is reminded of instead, until it is cancelled.
  const earlier = await book(owner, salon, inNewYork(day, '10:00'), phone)
  expect((await list()).map(({ body }) => body)).toEqual([
    expect.stringContaining('10:00'),
    expect.stringContaining('10:00'),
  ])
  ok(await owner.call(bookings.cancel, { id: earlier.id, version: earlier.version }))
  expect(await list()).toMatchObject([{ sid: second?.sid, sendAt: second?.sendAt }])
})

test('a reminder that a teammate cancelled does not come back when its visit changes', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { id, version } = await book(owner, salon, inNewYork(day, '15:00'), newPhone())
  const conversationSid = ok(await owner.call(bookings.get, { id })).data.contact?.conversationSid ?? ''
  const waiting = async () => {
    await instance.idle()
    return ok(await owner.call(contract.scheduledMessages.getList, { conversationSid })).data.scheduledMessages
  }
  const [dayBefore] = await waiting()
  ok(await owner.call(contract.scheduledMessages.cancel, { sid: dayBefore?.sid ?? '' }))
  const hoursBefore = (time: string) => [
    expect.objectContaining({ sendAt: new Date(inNewYork(day, time)).toISOString() }),
  ]
  const startsOnUtc = inNewYork(day, '16:00')
  const moved = ok(await owner.call(bookings.reschedule, { id, version, startsOnUtc })).data
  expect(await waiting()).toEqual(hoursBefore('14:00'))
  const cancelled = ok(await owner.call(bookings.cancel, { id, version: moved.version })).data
  expect(await waiting()).toEqual([])
  ok(await owner.call(bookings.updateStatus, { id, version: cancelled.version, status: 'booked' }))
  expect(await waiting()).toEqual(hoursBefore('14:00'))
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
