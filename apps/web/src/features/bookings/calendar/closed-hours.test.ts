import type { BookingResource, OpenTimes } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { closedHours, closedSpans, wallSpans } from './closed-hours.ts'
import { shownHours } from './place-events.ts'

const ZONE = 'America/New_York'
const open = (startsOnUtc: string, endsOnUtc: string) => ({ startsOnUtc, endsOnUtc })

test('what is not open is closed, also on days when the clocks change', () => {
  const closedOn = (date: string, times: ReturnType<typeof open>[]) => closedSpans(wallSpans(times, ZONE), date)
  const morningAndEvening = [
    open('2027-06-01T22:00:00Z', '2027-06-02T06:00:00Z'),
    open('2027-06-01T13:00:00Z', '2027-06-01T16:00:00Z'),
  ]
  expect(closedOn('2027-06-01', morningAndEvening)).toEqual([
    { from: 0, until: 540 },
    { from: 720, until: 1080 },
  ])
  // After midnight it is still open.
  expect(closedOn('2027-06-02', morningAndEvening)).toEqual([{ from: 120, until: 1440 }])
  expect(closedOn('2027-06-01', [])).toEqual([{ from: 0, until: 1440 }])
  // 9 to 5 on both change days of 2027.
  const nineToFive = [
    { from: 0, until: 540 },
    { from: 1020, until: 1440 },
  ]
  expect(closedOn('2027-03-14', [open('2027-03-14T13:00:00Z', '2027-03-14T21:00:00Z')])).toEqual(nineToFive)
  expect(closedOn('2027-11-07', [open('2027-11-07T14:00:00Z', '2027-11-07T22:00:00Z')])).toEqual(nineToFive)
})

test('the column of a day is open while a teammate works, and early hours are shown', () => {
  const resources = [
    { id: 'ana', kind: 'teammate' },
    { id: 'room', kind: 'room' },
  ] as BookingResource[]
  const openTimes: OpenTimes[] = [
    { resourceID: 'ana', open: [open('2027-06-01T09:00:00Z', '2027-06-01T16:00:00Z')] },
    { resourceID: 'room', open: [open('2027-06-01T04:00:00Z', '2027-06-02T04:00:00Z')] },
  ]
  const column = (key: string, resourceID: string | null) => ({ key, label: '', date: '2027-06-01', resourceID })
  const columns = [column('day', null), column('room', 'room')]
  const closed = closedHours(columns, { openTimes, resources, zone: ZONE })
  expect(closed.get('day')).toEqual([
    { from: 0, until: 300 },
    { from: 720, until: 1440 },
  ])
  expect(closed.get('room')).toEqual([])
  expect(shownHours([], [closed.get('day') ?? []])).toEqual({ from: 5, until: 20 })
  // Closed all day, the usual hours are shown.
  expect(shownHours([], [[{ from: 0, until: 1440 }]])).toEqual({ from: 7, until: 20 })
})
