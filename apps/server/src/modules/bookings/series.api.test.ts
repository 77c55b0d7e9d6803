import { type Booking, contract, type MovedBooking } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookings } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)

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
