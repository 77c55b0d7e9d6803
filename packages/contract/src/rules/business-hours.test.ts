import { expect, test } from 'vitest'
import type { OpeningHours } from '../api/business-hours.ts'
import { areSpansApart, holidaysFrom, isOpen, nextChange, openMinutes, WEEKDAYS } from './business-hours.ts'

const nineToFive = [{ opens: '09:00', closes: '17:00' }]
const hours = (changes: Partial<OpeningHours> = {}): OpeningHours => ({
  timeZone: 'America/New_York',
  week: {
    ...(Object.fromEntries(WEEKDAYS.map((day) => [day, nineToFive])) as OpeningHours['week']),
    saturday: [],
    sunday: [],
  },
  exceptions: [],
  ...changes,
})
const everyDay = (spans: OpeningHours['week']['monday'], timeZone = 'America/New_York') =>
  hours({ timeZone, week: Object.fromEntries(WEEKDAYS.map((day) => [day, spans])) as OpeningHours['week'] })
const utc = (local: string, timeZone = 'America/New_York') =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString()

test('open from the opening minute until the closing minute, in the location’s time zone', () => {
  // A Friday.
  expect(isOpen(hours(), utc('2026-11-20T08:59:59'))).toBe(false)
  expect(isOpen(hours(), utc('2026-11-20T09:00'))).toBe(true)
  expect(isOpen(hours(), utc('2026-11-20T16:59:59'))).toBe(true)
  expect(isOpen(hours(), utc('2026-11-20T17:00'))).toBe(false)
  expect(isOpen(hours({ timeZone: 'America/Los_Angeles' }), utc('2026-11-20T09:00'))).toBe(false)
})

test('the next change is closing while open, and opening on Monday over the weekend', () => {
  expect(nextChange(hours(), utc('2026-11-20T10:00'))).toBe(utc('2026-11-20T17:00'))
  expect(nextChange(hours(), utc('2026-11-20T17:00'))).toBe(utc('2026-11-23T09:00'))
  expect(nextChange(hours(), utc('2026-11-22T23:59'))).toBe(utc('2026-11-23T09:00'))
})

test('closed during a lunch break', () => {
  const split = everyDay([
    { opens: '09:00', closes: '12:00' },
    { opens: '13:00', closes: '17:00' },
  ])
  expect(isOpen(split, utc('2026-11-20T12:30'))).toBe(false)
  expect(nextChange(split, utc('2026-11-20T12:30'))).toBe(utc('2026-11-20T13:00'))
  expect(nextChange(split, utc('2026-11-20T10:00'))).toBe(utc('2026-11-20T12:00'))
})

test('a span past midnight extends into a closed day', () => {
  const bar = hours({ week: { ...hours().week, saturday: [{ opens: '18:00', closes: '02:00' }] } })
  expect(isOpen(bar, utc('2026-11-22T01:59'))).toBe(true)
  expect(isOpen(bar, utc('2026-11-22T02:00'))).toBe(false)
  expect(isOpen(bar, utc('2026-11-21T01:00'))).toBe(false)
  expect(nextChange(bar, utc('2026-11-21T20:00'))).toBe(utc('2026-11-22T02:00'))
})

test('all day every day never changes; closed all week never opens', () => {
  expect(nextChange(everyDay([{ opens: '00:00', closes: '24:00' }]), utc('2026-11-20T12:00'))).toBeNull()
  expect(isOpen(everyDay([{ opens: '00:00', closes: '24:00' }]), utc('2026-11-20T00:00'))).toBe(true)
  expect(nextChange(everyDay([]), utc('2026-11-20T12:00'))).toBeNull()
})

test('an exception replaces the hours of its day', () => {
  const closed = hours({ exceptions: [{ date: '2026-11-26', name: 'Thanksgiving Day', spans: [] }] })
  expect(isOpen(closed, utc('2026-11-26T10:00'))).toBe(false)
  expect(nextChange(closed, utc('2026-11-25T18:00'))).toBe(utc('2026-11-27T09:00'))
  const short = hours({ exceptions: [{ date: '2026-12-24', name: '', spans: [{ opens: '10:00', closes: '12:00' }] }] })
  expect(isOpen(short, utc('2026-12-24T09:30'))).toBe(false)
  expect(nextChange(short, utc('2026-12-24T10:30'))).toBe(utc('2026-12-24T12:00'))
})

test('a closed day between all-day hours begins and ends at midnight', () => {
  const always = {
    ...everyDay([{ opens: '00:00', closes: '24:00' }]),
    exceptions: [{ date: '2026-12-25', name: '', spans: [] }],
  }
  expect(nextChange(always, utc('2026-12-24T12:00'))).toBe(utc('2026-12-25T00:00'))
  expect(nextChange(always, utc('2026-12-25T12:00'))).toBe(utc('2026-12-26T00:00'))
})

// In New York the clocks skip from 2:00 to 3:00 on March 8, 2026 and repeat 1:00 to 2:00 on November 1.
test('spring forward: hours that begin in the skipped hour begin after it', () => {
  const early = everyDay([{ opens: '02:30', closes: '10:00' }])
  expect(isOpen(early, '2026-03-08T06:59:59Z')).toBe(false)
  expect(isOpen(early, '2026-03-08T07:00:00Z')).toBe(true)
  expect(nextChange(early, '2026-03-08T05:00:00Z')).toBe('2026-03-08T07:00:00Z')
  const inGap = everyDay([{ opens: '02:00', closes: '03:00' }])
  expect(nextChange(inGap, '2026-03-08T06:00:00Z')).toBe(utc('2026-03-09T02:00'))
})

test('fall back: hours in the repeated hour apply both times', () => {
  const late = everyDay([{ opens: '01:15', closes: '01:45' }])
  expect(isOpen(late, '2026-11-01T05:20:00Z')).toBe(true)
  expect(isOpen(late, '2026-11-01T05:50:00Z')).toBe(false)
  expect(isOpen(late, '2026-11-01T06:20:00Z')).toBe(true)
  expect(nextChange(late, '2026-11-01T05:50:00Z')).toBe('2026-11-01T06:15:00Z')
  const night = everyDay([{ opens: '18:00', closes: '01:30' }])
  expect(nextChange(night, '2026-11-01T05:40:00Z')).toBe('2026-11-01T06:00:00Z')
})

test('after a clock change the location opens at nine in the new offset', () => {
  expect(nextChange(everyDay(nineToFive), '2026-03-07T23:00:00Z')).toBe('2026-03-08T13:00:00Z')
  expect(nextChange(everyDay(nineToFive), '2026-10-31T22:00:00Z')).toBe('2026-11-01T14:00:00Z')
})

test('a zone without clock changes, and one with a half-hour offset', () => {
  expect(nextChange(everyDay(nineToFive, 'America/Phoenix'), '2026-03-08T05:00:00Z')).toBe('2026-03-08T16:00:00Z')
  expect(nextChange(everyDay(nineToFive, 'America/St_Johns'), '2026-11-20T05:00:00Z')).toBe('2026-11-20T12:30:00Z')
})

test('spans of a day must not overlap', () => {
  expect(areSpansApart([])).toBe(true)
  expect(
    areSpansApart([
      { opens: '13:00', closes: '17:00' },
      { opens: '09:00', closes: '13:00' },
    ]),
  ).toBe(true)
  expect(
    areSpansApart([
      { opens: '09:00', closes: '13:01' },
      { opens: '13:00', closes: '17:00' },
    ]),
  ).toBe(false)
  expect(areSpansApart([{ opens: '09:00', closes: '09:00' }])).toBe(false)
  expect(
    areSpansApart([
      { opens: '22:00', closes: '02:00' },
      { opens: '23:00', closes: '23:30' },
    ]),
  ).toBe(false)
})

test('lists the holidays of the coming year', () => {
  const dates = (country: 'US' | 'CA', from: string) =>
    Object.fromEntries(holidaysFrom(country, from).map(({ name, date }) => [name, date]))
  expect(dates('US', '2026-11-21')).toMatchObject({
    'Thanksgiving Day': '2026-11-26',
    'Christmas Day': '2026-12-25',
    'New Year’s Day': '2027-01-01',
    'Martin Luther King Jr. Day': '2027-01-18',
    'Memorial Day': '2027-05-31',
    'Labor Day': '2027-09-06',
    'Columbus Day': '2027-10-11',
  })
  expect(dates('CA', '2026-01-01')).toMatchObject({
    'Good Friday': '2026-04-03',
    'Victoria Day': '2026-05-18',
    'Canada Day': '2026-07-01',
    'Thanksgiving Day': '2026-10-12',
    'Boxing Day': '2026-12-26',
  })
})

test('counts open minutes across nights, weekends and a clock change', () => {
  const at = (wall: string) =>
    Temporal.PlainDateTime.from(wall).toZonedDateTime('America/New_York').toInstant().toString()
  expect(openMinutes(hours(), at('2026-11-20T10:00'), at('2026-11-20T10:45'))).toBe(45)
  expect(openMinutes(hours(), at('2026-11-20T10:45'), at('2026-11-20T10:00'))).toBe(0)
  // From Friday at 16:30 to Monday at 9:15.
  expect(openMinutes(hours(), at('2026-11-20T16:30'), at('2026-11-23T09:15'))).toBe(45)
  expect(openMinutes(hours(), at('2026-11-21T08:00'), at('2026-11-22T20:00'))).toBe(0)
  // Open while clocks fall back: the repeated hour counts twice.
  const nights = { ...hours(), week: { ...hours().week, saturday: [{ opens: '22:00', closes: '04:00' }] } }
  expect(openMinutes(nights, at('2026-10-31T20:00'), at('2026-11-01T12:00'))).toBe(7 * 60)
  expect(openMinutes(nights, at('2026-11-07T20:00'), at('2026-11-08T12:00'))).toBe(6 * 60)
})
