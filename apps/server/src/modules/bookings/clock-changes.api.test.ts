import { type BookingService, contract } from '@frontdesk/contract/api'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { createSalon, openEveryDay, type Salon, slotsOn, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { bookingPages, bookings } = contract

/** Sundays on which the clocks of New York are put forward and back, at 2 AM. */
const SPRING = '2030-03-10'
const FALL = '2030-11-03'

const clock = createTestClock()
const instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
afterAll(() => instance.close())
const { openPage, bookAs, anyone } = createBookingPages(instance)

async function openSalon(service: Partial<BookingService>, opens = '00:00', closes = '24:00') {
  const tenant = await instance.createTenant()
  return { owner: tenant.owner, salon: await createSalon(tenant, service, { week: openEveryDay(opens, closes) }) }
}

const localTimeOf = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5)

/** The free times of a day, by its clocks. */
const timesOn = async (person: TestUser, salon: Salon, date: string): Promise<string[]> =>
  (await slotsOn(person, salon, salon.haircut.id, date)).map(({ startsOnUtc }) =>
    localTimeOf(startsOnUtc, 'America/New_York'),
  )

const bookAt = (person: TestUser, salon: Salon, startsOnUtc: string) =>
  person.call(bookings.create, visitOf(salon, salon.haircut.id, startsOnUtc, newPhone()))

const closedBy = (rule: string) => ({ body: { errorCode: 'SlotTaken', data: { closedBy: [{ rule }] } } })

test('a series over both changes keeps its local time, on the days of the changes too', async () => {
  clock.goTo('2029-11-10T12:00')
  const { owner, salon } = await openSalon({ horizonDays: 400 })
  // Every 17 weeks: the second and the fourth one are on the days of the changes.
  const bookSeries = async (time: string) => {
    const first = Temporal.PlainDateTime.from(`2029-11-11T${time}`).toZonedDateTime('America/New_York').toInstant()
    const visit = visitOf(salon, salon.haircut.id, first.toString(), newPhone())
    const request = { ...visit, repeats: { everyWeeks: 17, count: 4 } }
    const { series } = ok(await owner.call(bookings.create, request)).data
    return () => Promise.all(series.map(async (id) => ok(await owner.call(bookings.get, { id })).data))
  }
  const startsOf = (series: { localStartsOn: string }[]) => series.map(({ localStartsOn }) => localStartsOn)
  const all = await bookSeries('09:00')
  const [first] = await all()
  expect(startsOf(await all())).toEqual(['2029-11-11', SPRING, '2030-07-07', FALL].map((date) => `${date}T09:00`))
  const { id = '', version = 0, startsOnUtc = '' } = first ?? {}
  const later = Temporal.Instant.from(startsOnUtc).add({ hours: 2 }).toString()
  ok(await owner.call(bookings.reschedule, { id, version, startsOnUtc: later, scope: 'all' }))
  expect(startsOf(await all())).toEqual(['2029-11-11', SPRING, '2030-07-07', FALL].map((date) => `${date}T11:00`))

  // Times that one of the days does not have, and that one has twice.
  const missing = await (await bookSeries('02:30'))()
  expect(startsOf(missing).map((start) => start.slice(11))).toEqual(['02:30', '03:30', '02:30', '02:30'])
  const repeated = await (await bookSeries('01:30'))()
  expect(startsOf(repeated).map((start) => start.slice(11))).toEqual(Array(4).fill('01:30'))
  expect(repeated.at(-1)?.startsOnUtc).toBe(`${FALL}T05:30:00.000Z`)
})

test.each([
  { date: SPRING, now: '2030-03-09T09:59', first: '11:00', tooSoon: '2030-03-10T14:30:00Z' },
  { date: FALL, now: '2030-11-02T09:59', first: '09:00', tooSoon: '2030-11-03T13:30:00Z' },
])('a notice of a day that the change of $date is in is 24 hours', async ({ date, now, first, tooSoon }) => {
  clock.goTo(now)
  const { owner, salon } = await openSalon({ noticeMinutes: 24 * 60 })
  expect((await timesOn(owner, salon, date)).at(0)).toBe(first)
  expect(await bookAt(owner, salon, tooSoon)).toMatchObject(closedBy('notice'))
})

test.each([
  // The change is an hour after the notice begins, and an hour before it ends.
  { date: SPRING, now: '2030-03-10T05:59:00Z', first: '04:00' },
  { date: FALL, now: '2030-11-03T04:59:00Z', first: '02:00' },
])('a notice of two hours in the night of $date is by the hours that pass', async ({ date, now, first }) => {
  clock.goTo(Temporal.Instant.from(now))
  const { owner, salon } = await openSalon({ noticeMinutes: 120 })
  const times = await timesOn(owner, salon, date)
  expect(times.at(0)).toBe(first)
})

test.each([
  { date: SPRING, visit: '2030-03-10T16:00:00Z', cutOff: '2030-03-09T11:00' },
  { date: FALL, visit: '2030-11-03T17:00:00Z', cutOff: '2030-11-02T13:00' },
])('a cut-off of a day that the change of $date is in is 24 hours', async ({ visit: startsOnUtc, cutOff }) => {
  const end = Temporal.PlainDateTime.from(cutOff).toZonedDateTime('America/New_York')
  clock.goTo(end.subtract({ days: 2 }))
  const page = await openPage({}, { cutOffMinutes: 24 * 60 })
  const { token, visit } = await bookAs(page, newPhone(), startsOnUtc)
  const present = async () => ok(await anyone(bookingPages.getVisit, { token })).data
  clock.goTo(end.subtract({ minutes: 1 }))
  expect(await present()).toMatchObject({ canChange: true })
  clock.goTo(end.add({ minutes: 1 }))
  expect(await present()).toMatchObject({ canChange: false })
  expect(await anyone(bookingPages.cancel, { token, version: visit.version })).toFail('TooLateToChange')
})

test.each([
  { date: SPRING, times: 46, now: '2030-03-09T12:00', next: '2030-03-11T04:00:00Z' },
  { date: FALL, times: 50, now: '2030-11-02T12:00', next: '2030-11-04T05:00:00Z' },
])('limits per day and of days ahead are of all the hours of $date', async ({ date, times, now, next }) => {
  clock.goTo(now)
  const { owner, salon } = await openSalon({ horizonDays: 1, dayMax: 2 })
  const slots = await slotsOn(owner, salon, salon.haircut.id, date)
  expect(slots.length).toBe(times)
  expect(slots.at(-1)?.endsOnUtc).toBe(new Date(next).toISOString())
  expect(await bookAt(owner, salon, next)).toMatchObject(closedBy('horizon'))
  for (const slot of [slots.at(0), slots.at(-1)]) ok(await bookAt(owner, salon, slot?.startsOnUtc ?? ''))
  expect(await timesOn(owner, salon, date)).toEqual([])
  expect(await bookAt(owner, salon, slots.at(8)?.startsOnUtc ?? '')).toMatchObject(closedBy('day-limit'))
})

test('a local time that a day does not have is not offered, and hours that begin in it begin after it', async () => {
  clock.goTo('2030-03-01T12:00')
  const { owner, salon } = await openSalon({}, '01:00', '04:00')
  expect(await timesOn(owner, salon, SPRING)).toEqual(['01:00', '01:30', '03:00', '03:30'])
  const within = await openSalon({}, '02:00', '03:00')
  expect(await timesOn(within.owner, within.salon, SPRING)).toEqual([])
  // Its time would be after the change: 3:30, which is outside these hours.
  expect(await bookAt(within.owner, within.salon, `${SPRING}T07:30:00Z`)).toMatchObject(closedBy('hours'))
  const after = await openSalon({}, '02:30', '04:00')
  expect(await timesOn(after.owner, after.salon, SPRING)).toEqual(['03:00', '03:30'])
  // A visit over the change takes as long as it takes.
  const long = await openSalon({ durations: [90] }, '01:00', '04:00')
  expect(await timesOn(long.owner, long.salon, SPRING)).toEqual(['01:00', '01:30'])
})

test('a local time that a day has twice is offered twice, and each is booked once', async () => {
  clock.goTo('2030-10-25T12:00')
  const { owner, salon } = await openSalon({}, '01:00', '03:00')
  expect(await timesOn(owner, salon, FALL)).toEqual(['01:00', '01:30', '01:00', '01:30', '02:00', '02:30'])
  const [first, second] = [`${FALL}T05:30:00.000Z`, `${FALL}T06:30:00.000Z`]
  for (const startsOnUtc of [first, second]) {
    const { booking } = ok(await bookAt(owner, salon, startsOnUtc)).data
    expect(booking).toMatchObject({ startsOnUtc, localStartsOn: `${FALL}T01:30` })
    expect(await bookAt(owner, salon, startsOnUtc)).toMatchObject(closedBy('booking'))
  }
  expect(await timesOn(owner, salon, FALL)).toEqual(['01:00', '01:00', '02:00', '02:30'])
})

test('on Lord Howe, where clocks change by half an hour, free times and reminders are right on both days', async () => {
  clock.goTo('2030-04-01T12:00')
  const { owner, salon } = await openSalon({ horizonDays: 300 }, '01:00', '08:00')
  const zone = 'Australia/Lord_Howe'
  ok(await owner.call(contract.locations.update, { id: salon.locationID, timeZone: zone }))
  const nightOf = async (date: string) =>
    (await slotsOn(owner, salon, salon.haircut.id, date))
      .slice(0, 6)
      .map(({ startsOnUtc }) => [startsOnUtc.slice(0, 16), localTimeOf(startsOnUtc, zone)])
  // Back from 2:00 to 1:30.
  expect(await nightOf('2030-04-07')).toEqual([
    ['2030-04-06T14:00', '01:00'],
    ['2030-04-06T14:30', '01:30'],
    ['2030-04-06T15:00', '01:30'],
    ['2030-04-06T15:30', '02:00'],
    ['2030-04-06T16:00', '02:30'],
    ['2030-04-06T16:30', '03:00'],
  ])
  // Forward from 2:00 to 2:30.
  expect(await nightOf('2030-10-06')).toEqual([
    ['2030-10-05T14:30', '01:00'],
    ['2030-10-05T15:00', '01:30'],
    ['2030-10-05T15:30', '02:30'],
    ['2030-10-05T16:00', '03:00'],
    ['2030-10-05T16:30', '03:30'],
    ['2030-10-05T17:00', '04:00'],
  ])
  const { id } = ok(await bookAt(owner, salon, '2030-04-06T20:00:00Z')).data.booking
  const { contact, localStartsOn } = ok(await owner.call(bookings.get, { id })).data
  expect(localStartsOn).toBe('2030-04-07T06:30')
  const conversationSid = contact?.conversationSid ?? ''
  const { scheduledMessages } = ok(await owner.call(contract.scheduledMessages.getList, { conversationSid })).data
  // A day before is 24 hours, and was at 7:00 by the clocks of that day.
  expect(scheduledMessages.map(({ sendAt }) => [sendAt.slice(0, 16), localTimeOf(sendAt, zone)])).toEqual([
    ['2030-04-05T20:00', '07:00'],
    ['2030-04-06T18:00', '04:30'],
  ])
  for (const { body } of scheduledMessages) expect(body).toMatch(/6:30.AM/)
})
