import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork, slotsOn } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { availability, bookingHours, bookings } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

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

test('the visits that other business hours would leave out are listed before and after these are saved', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { locationID } = salon
  const early = await book(owner, salon, inNewYork(day, '09:00'), newPhone())
  const late = await book(owner, salon, inNewYork(day, '15:45'), newPhone())
  const onHoliday = await book(owner, salon, inNewYork(dayAhead(8), '12:00'), newPhone())
  const cancelled = await book(owner, salon, inNewYork(day, '18:00'), newPhone())
  ok(await owner.call(bookings.cancel, { id: cancelled.id, version: cancelled.version }))
  const [stored] = ok(await owner.call(contract.businessHours.getList, undefined)).businessHours
  if (!stored) throw new Error('No location.')
  const weekday = [{ opens: '09:00', closes: '16:00' }]
  const week = Object.fromEntries(Object.keys(stored.week).map((each) => [each, weekday])) as typeof stored.week
  const hours = { locationID, week, exceptions: [{ date: dayAhead(8), name: 'Holiday', spans: [] }] }
  const outside = async () => ok(await owner.call(availability.outsideHours, hours)).data.bookingIDs
  expect(await outside()).toEqual([late.id, onHoliday.id])
  ok(await owner.call(contract.businessHours.save, { ...hours, afterHours: stored.afterHours, version: 0 }))
  expect(await outside()).toEqual([late.id, onHoliday.id])
  expect(ok(await owner.call(bookings.get, { id: early.id })).data.status).toBe('booked')
  const stranger = await instance.createTenant()
  expect(await stranger.owner.call(availability.outsideHours, hours)).toFail('LocationNotFound')
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
