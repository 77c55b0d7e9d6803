import type { Booking } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { inLanes, instantAt, type Placed, placeEvents, shownHours } from './place-events.ts'

const ZONE = 'America/New_York'
const visit = (id: string, startsOnUtc: string, endsOnUtc: string, resourceID = 'r1') =>
  ({
    id,
    startsOnUtc,
    endsOnUtc,
    items: [{ startsOnUtc, endsOnUtc, resources: [{ id: resourceID }] }],
  }) as unknown as Booking
const dayColumn = (date: string, resourceID: string | null = null) => ({ key: date, label: '', date, resourceID })
const placedOn = (date: string, ...bookings: Booking[]) =>
  placeEvents([dayColumn(date)], { bookings, blocks: [], delays: [] }, ZONE)
    .get(date)
    ?.map(({ from, until }) => [from, until])

test('visits are placed by the clocks of the location, also on days when they change', () => {
  // 9:00 in New York on both change days of 2027.
  expect(placedOn('2027-03-14', visit('a', '2027-03-14T13:00:00Z', '2027-03-14T13:30:00Z'))).toEqual([[540, 570]])
  expect(placedOn('2027-11-07', visit('a', '2027-11-07T14:00:00Z', '2027-11-07T14:30:00Z'))).toEqual([[540, 570]])
  // Over midnight it is on both days.
  const late = visit('b', '2027-06-02T03:30:00Z', '2027-06-02T05:00:00Z')
  expect(placedOn('2027-06-01', late)).toEqual([[1410, 1440]])
  expect(placedOn('2027-06-02', late)).toEqual([[0, 60]])
  expect(placedOn('2027-06-03', late)).toEqual([])
})

test('a column of a teammate has what takes them, and how late it starts', () => {
  const bookings = [
    visit('a', '2027-06-01T13:00:00Z', '2027-06-01T14:00:00Z', 'r1'),
    visit('b', '2027-06-01T13:00:00Z', '2027-06-01T14:00:00Z', 'r2'),
  ]
  const delays = [{ bookingID: 'b', minutes: 15 }]
  const placed = placeEvents([dayColumn('2027-06-01', 'r2')], { bookings, blocks: [], delays }, ZONE)
  expect(placed.get('2027-06-01')).toMatchObject([{ booking: { id: 'b' }, delayMinutes: 15 }])
})

test('those at the same time are side by side, and others have the whole width', () => {
  const at = (key: string, from: number, until: number): Placed => ({
    ...{
      key,
      from,
      until,
      booking: null,
      block: null,
      minutesBefore: 0,
      goesOn: false,
      delayMinutes: 0,
      lane: 0,
      lanes: 1,
    },
  })
  const lanes = inLanes([at('a', 0, 60), at('b', 30, 90), at('c', 60, 120), at('d', 120, 150)])
  expect(lanes.map(({ key, lane, lanes: of }) => [key, lane, of])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 2],
    ['d', 0, 1],
  ])
  expect(shownHours([])).toEqual({ from: 7, until: 20 })
})

test('a dropped time is rounded, and one that the clocks skip is the one after it', () => {
  expect(instantAt('2027-06-01', 9 * 60 + 8, ZONE)).toBe('2027-06-01T13:15:00Z')
  expect(instantAt('2027-03-14', 2 * 60 + 30, ZONE)).toBe('2027-03-14T07:30:00Z')
  expect(instantAt('2027-06-01', -20, ZONE)).toBe('2027-06-01T04:00:00Z')
})
