import { type Booking, contract, type MovedBooking } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { book, createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, sharedTestInstance, startTestInstance } from '../../testing/test-instance.ts'

const { bookings } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

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
  const clockedInstance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
  const tenant = await clockedInstance.createTenant()
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
  await clockedInstance.runDelayedJobs('expire-hold')
  clock.advance(11 * 60_000)
  expect(await owner.call(bookings.create, { ...second.request, contact })).toFail('HoldExpired')
  // Free at once, also before the job has run.
  await book(owner, salon, inNewYork(day, '12:00'), newPhone())
  await clockedInstance.runDelayedJobs('expire-hold')
  expect(ok(await owner.call(bookings.get, { id })).data).toMatchObject({ status: 'expired', heldUntilUtc: null })
  expect(await owner.call(bookings.create, { ...second.request, contact })).toFail('HoldExpired')
  await clockedInstance.close()
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
