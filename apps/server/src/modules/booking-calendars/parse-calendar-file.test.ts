import { expect, test } from 'vitest'
import { parseCalendarFile } from './parse-calendar-file.ts'
import { parseInWorker } from './parse-in-worker.ts'

const within = { from: Date.parse('2027-03-01T00:00:00Z'), until: Date.parse('2029-03-01T00:00:00Z') }
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@test', ...lines, 'END:VEVENT']
const parse = (text: string) => {
  const parsed = parseCalendarFile(text, { within, timeZone: 'America/New_York' })
  if ('error' in parsed) return parsed.error
  return parsed.busy.map(({ from, until }) => `${new Date(from).toISOString()}/${(until - from) / 60_000}`)
}

test('times in UTC, in zones, without a zone, and whole days', () => {
  expect(parse(file(...event('DTSTART:20270310T100000Z', 'DTEND:20270310T110000Z')))).toEqual([
    '2027-03-10T10:00:00.000Z/60',
  ])
  expect(parse(file(...event('DTSTART;TZID=Europe/Berlin:20270310T100000', 'DURATION:PT30M')))).toEqual([
    '2027-03-10T09:00:00.000Z/30',
  ])
  expect(parse(file(...event('DTSTART:20270310T100000', 'DTEND:20270310T104500')))).toEqual([
    '2027-03-10T15:00:00.000Z/45',
  ])
  // Clocks go forward on that day.
  expect(parse(file(...event('DTSTART;VALUE=DATE:20270314')))).toEqual(['2027-03-14T05:00:00.000Z/1440'])
  expect(parse(file(...event('DTSTART;VALUE=DATE:20270314', 'DTEND;VALUE=DATE:20270315')))).toEqual([
    '2027-03-14T05:00:00.000Z/1380',
  ])
})

test('zones of the file, which no one else knows', () => {
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:Own time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0330', 'TZOFFSETTO:+0330', 'END:STANDARD', 'END:VTIMEZONE'],
  ]
  expect(parse(file(...zone, ...event('DTSTART;TZID=Own time:20270310T100000', 'DURATION:PT1H')))).toEqual([
    '2027-03-10T06:30:00.000Z/60',
  ])
})

test('free and cancelled events do not count', () => {
  const times = ['DTSTART:20270310T100000Z', 'DTEND:20270310T110000Z']
  expect(parse(file(...event(...times, 'TRANSP:TRANSPARENT')))).toEqual([])
  expect(parse(file(...event(...times, 'STATUS:CANCELLED')))).toEqual([])
})

test('recurring events keep their wall time, with exceptions and moved instances', () => {
  const weekly = event(
    'DTSTART;TZID=America/New_York:20270308T090000',
    'DTEND;TZID=America/New_York:20270308T100000',
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'EXDATE;TZID=America/New_York:20270322T090000',
  )
  const moved = event(
    'RECURRENCE-ID;TZID=America/New_York:20270329T090000',
    'DTSTART;TZID=America/New_York:20270329T140000',
    'DTEND;TZID=America/New_York:20270329T150000',
  )
  expect(parse(file(...weekly, ...moved))).toEqual([
    '2027-03-08T14:00:00.000Z/60',
    '2027-03-15T13:00:00.000Z/60',
    '2027-03-29T18:00:00.000Z/60',
  ])
})

test('endless rules end with the period; those that repeat too often are refused', () => {
  const daily = event('DTSTART:20200101T100000Z', 'DTEND:20200101T110000Z', 'RRULE:FREQ=DAILY')
  expect(parse(file(...daily))).toHaveLength(731)
  const seconds = event('DTSTART:20200101T100000Z', 'DTEND:20200101T100001Z', 'RRULE:FREQ=SECONDLY')
  const started = performance.now()
  expect(parse(file(...seconds))).toBe('too-large')
  expect(performance.now() - started).toBeLessThan(4000)
  const many = event('DTSTART:20270301T100000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY')
  expect(parse(file(...many))).toBe('too-large')
})

test.each([
  [
    'a day that never comes',
    event('DTSTART:20270310T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
  ],
  [
    'a zone that changes every second',
    [
      ...['BEGIN:VTIMEZONE', 'TZID:Own time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'RRULE:FREQ=SECONDLY'],
      ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
      ...event('DTSTART;TZID=Own time:20270310T100000', 'DURATION:PT1H'),
    ],
  ],
])('%s does not stop the server', async (_name, lines) => {
  const limits = { timeMaxMs: 1500 }
  let turns = 0
  const timer = setInterval(() => turns++, 20)
  const parsed = await parseInWorker(file(...lines), { within, timeZone: 'America/New_York' }, limits)
  clearInterval(timer)
  expect(parsed).toEqual({ error: 'too-large' })
  // Other work went on meanwhile.
  expect(turns).toBeGreaterThan(3)
})

test('a thread reads files, and one that needs too much memory is refused', async () => {
  const options = { within, timeZone: 'UTC' }
  const text = file(...event('DTSTART:20270310T100000Z', 'DURATION:PT1H'))
  expect(await parseInWorker(text, options)).toEqual(parseCalendarFile(text, options))
  const many = Array.from({ length: 60_000 }, (_, n) =>
    event(`SUMMARY:${n}`, 'DTSTART:20270310T100000Z', 'DURATION:PT1H'),
  )
  expect(await parseInWorker(file(...many.flat()), options, { memoryMaxMb: 24 })).toEqual({ error: 'too-large' })
})

test('files of many events are read', () => {
  const events = Array.from({ length: 10_000 }, () => event('DTSTART:20270310T100000Z', 'DURATION:PT1H'))
  expect(parse(file(...events.flat()))).toHaveLength(10_000)
})

test('a file that is no calendar is unreadable', () => {
  for (const text of ['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])
    expect(parse(text)).toBe('unreadable')
})
