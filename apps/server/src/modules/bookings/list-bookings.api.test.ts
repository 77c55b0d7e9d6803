import { type BookingCriteria, contract } from '@frontdesk/contract/api'
import { GAP_MINUTES_MAX, ITEM_MINUTES_MAX, VISIT_ITEMS_MAX, VISIT_MINUTES_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { addService, createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { newPhone, PASSWORD, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookings } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

test('the list and its totals follow all filters', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant, {}, { withRooms: true })
  const [blue = '', green = ''] = salon.rooms
  const phone = newPhone()
  const at = async (time: string, resourceIDs: string[], serviceID = salon.haircut.id) =>
    ok(
      await owner.call(bookings.create, {
        ...visitOf(salon, serviceID, inNewYork(day, time), phone),
        items: [{ serviceID, resourceIDs }],
      }),
    ).data.booking
  const inBlue = await at('09:00', [blue])
  const inGreen = await at('10:00', [green])
  const talk = await addService(owner, { name: 'Talk', resourceIDs: [salon.owner] })
  const noRoom = await at('11:00', [], talk.id)
  ok(await owner.call(bookings.cancel, { id: noRoom.id, version: noRoom.version }))
  // A hold that ends without a booking is listed only when it is asked for.
  const held = { ...visitOf(salon, talk.id, inNewYork(day, '15:00'), phone), contact: undefined }
  const { id: hold } = ok(await owner.call(bookings.hold, held)).data
  await instance.server.database.owner.query(
    `update bookings set status = 'expired', held_until = null, ended_at = now() where id = $1`,
    [hold],
  )
  const matching = async (criteria: BookingCriteria) => {
    const list = ok(await owner.call(bookings.getList, criteria)).data.bookings.map(({ id }) => id)
    const { counts, isTooMany } = ok(await owner.call(bookings.getStats, criteria)).data
    expect(isTooMany).toBe(false)
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(list.length)
    return list
  }
  expect(await matching({})).toEqual([inBlue.id, inGreen.id, noRoom.id])
  expect(await matching({ statuses: ['expired'] })).toEqual([hold])
  expect(await matching({ roomIDs: [blue] })).toEqual([inBlue.id])
  expect(await matching({ resourceIDs: [salon.owner], roomIDs: [green, blue] })).toEqual([inBlue.id, inGreen.id])
  expect(await matching({ roomIDs: [salon.owner], serviceIDs: [talk.id] })).toEqual([noRoom.id])
  expect(await matching({ sources: ['page'] })).toEqual([])
  expect(await matching({ searchTerm: phone, statuses: ['cancelled'] })).toEqual([noRoom.id])
  expect(ok(await owner.call(bookings.getStats, {})).data.counts).toEqual(
    expect.arrayContaining([
      { status: 'booked', count: 2 },
      { status: 'cancelled', count: 1 },
    ]),
  )
  const exported = { criteria: { roomIDs: [green] } }
  expect(await (await tenant.createUser('Manager')).call(bookings.export, exported)).toFail('Forbidden')
  const { url } = ok(await owner.call(bookings.export, exported))
  const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
  const file = await (await fetch(instance.url + url, { headers: { cookie } })).text()
  expect(file.trim().split('\r\n')).toEqual([
    expect.stringContaining('"Date","Time"'),
    expect.stringContaining(`"${day}","10:00"`),
  ])
  const trial = await instance.createTenant({ subscription: 'trial' })
  expect(await trial.owner.call(bookings.export, {})).toFail('NotInTrial')
})

test('a teammate answers the required questions of a service, or says that they were not asked', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const questions = [
    { text: 'Allergies?', isRequired: true },
    { text: 'Parking?', isRequired: false },
  ]
  const salon = await createSalon(tenant, { questions })
  const request = (time: string) => visitOf(salon, salon.haircut.id, inNewYork(day, time), newPhone())
  const answered = { answers: [{ question: 'Allergies?', answer: 'Nuts' }] }
  expect(await owner.call(bookings.create, request('09:00'))).toFail('AnswerMissing')
  const blank = { answers: [{ question: 'Allergies?', answer: '  ' }] }
  expect(await owner.call(bookings.create, { ...request('09:00'), ...blank })).toFail('AnswerMissing')
  const others = [...answered.answers, { question: 'Of another service?', answer: 'Yes' }]
  expect(ok(await owner.call(bookings.create, { ...request('09:00'), answers: others })).data.booking).toMatchObject(
    answered,
  )
  const notAsked = ok(await owner.call(bookings.create, { ...request('10:00'), notAsked: ['Allergies?'] })).data
  expect(notAsked.booking.answers).toEqual([{ question: 'Allergies?', answer: '' }])
})

test('a calendar has every day of the longest visit', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { id: serviceID } = await addService(owner, { name: 'Stay', resourceIDs: [salon.owner] })
  const items = Array.from({ length: VISIT_ITEMS_MAX }, (_, index) => ({
    ...{ serviceID, durationMinutes: ITEM_MINUTES_MAX, gapMinutes: index === 0 ? 0 : GAP_MINUTES_MAX },
  }))
  const visit = visitOf(salon, serviceID, inNewYork(day, '09:00'), newPhone())
  const { booking } = ok(await owner.call(bookings.create, { ...visit, items, overrides: ['hours', 'buffer'] })).data
  const onDay = async (days: number) => {
    const date = Temporal.PlainDate.from(day).add({ days })
    const [startDateTimeUTC, endDateTimeUTC] = [date, date.add({ days: 1 })].map((each) =>
      inNewYork(each.toString(), '00:00'),
    )
    const period = { startDateTimeUTC: startDateTimeUTC ?? '', endDateTimeUTC: endDateTimeUTC ?? '' }
    return ok(await owner.call(bookings.getCalendar, period)).data.bookings.map(({ id }) => id)
  }
  const lastDay = Math.floor((9 * 60 + VISIT_MINUTES_MAX) / (24 * 60))
  expect(await onDay(2)).toEqual([booking.id])
  expect(await onDay(lastDay)).toEqual([booking.id])
  expect(await onDay(lastDay + 1)).toEqual([])
})
