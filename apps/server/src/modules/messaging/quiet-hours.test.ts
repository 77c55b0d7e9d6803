import { DEFAULT_SENDING_SETTINGS, STATE_RULES } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { STRICT_AREA_CODES, strictStateOf, zonesOfNumber } from './area-codes.ts'
import { contactRegion, findHoliday, NARROWEST_STATE_HOURS, nextSendTime } from './quiet-hours.ts'

const SERVICE = { ...DEFAULT_SENDING_SETTINGS, isMarketing: false }
const MARKETING = { ...DEFAULT_SENDING_SETTINGS, isMarketing: true }

const opens = (phone: string, at: string, hours = SERVICE) =>
  nextSendTime(contactRegion(phone, 'America/New_York'), hours, at)

test.each([
  ['New York by day', '+12125550100', '2026-03-02T15:00:00Z', '2026-03-02T15:00:00.000Z'],
  ['New York before eight', '+12125550100', '2026-03-02T12:59:00Z', '2026-03-02T13:00:00.000Z'],
  ['New York at eight', '+12125550100', '2026-03-02T13:00:00Z', '2026-03-02T13:00:00.000Z'],
  ['New York at nine in the evening', '+12125550100', '2026-03-03T02:00:00Z', '2026-03-03T13:00:00.000Z'],
  ['over the change to summer time', '+12125550100', '2026-03-08T04:00:00Z', '2026-03-08T12:00:00.000Z'],
  ['California', '+14155550100', '2026-03-02T15:00:00Z', '2026-03-02T16:00:00.000Z'],
  ['Connecticut opens at nine', '+12035550100', '2026-03-02T13:30:00Z', '2026-03-02T14:00:00.000Z'],
  ['Maryland closes at eight', '+14105550100', '2026-03-03T01:00:00Z', '2026-03-03T13:00:00.000Z'],
  ['Texas on a Sunday morning', '+12145550100', '2026-03-01T16:00:00Z', '2026-03-01T18:00:00.000Z'],
  [
    'Rhode Island on a Saturday evening is held until Monday',
    '+14015550100',
    '2026-03-07T23:00:00Z',
    '2026-03-09T13:00:00.000Z',
  ],
  [
    'an area code in two zones is held until the later one opens',
    '+14235550100',
    '2026-03-02T13:30:00Z',
    '2026-03-02T14:00:00.000Z',
  ],
  ['two zones and a stricter state', '+18505550100', '2026-03-03T01:30:00Z', '2026-03-03T14:00:00.000Z'],
])('%s', (_name, phone, at, expected) => {
  expect(opens(phone, at)).toBe(expected)
})

test('a number of another country is assumed to be in the time zone of the location', () => {
  expect(contactRegion('+442079460000', 'Europe/Berlin')).toEqual({
    timeZones: ['Europe/Berlin'],
    zoneFrom: 'location',
    state: null,
    country: null,
  })
  expect(zonesOfNumber('+442079460000')).toEqual([])
})

test('a number of no area gets texts while every state of its country allows them', () => {
  expect(contactRegion('+18005550100', 'America/Chicago')).toMatchObject({ zoneFrom: 'country', country: 'US' })
  expect(NARROWEST_STATE_HOURS).toEqual({
    weekdays: { opens: '10:00', closes: '18:00' },
    saturday: null,
    sunday: null,
  })
  // 10:00 in Hawaii is 15:00 in New York; 18:00 in New York is 13:00 in Hawaii.
  expect(opens('+18005550100', '2026-03-02T15:00:00Z')).toBe('2026-03-02T20:00:00.000Z')
  expect(opens('+18005550100', '2026-03-02T22:59:00Z')).toBe('2026-03-02T22:59:00.000Z')
  expect(opens('+18005550100', '2026-03-02T23:00:00Z')).toBe('2026-03-03T20:00:00.000Z')
  // Without the rules of states the federal hours apply: 8:00 in Hawaii is 13:00 in New York.
  const federal = { ...SERVICE, followsStateRules: false }
  expect(opens('+18005550100', '2026-03-02T15:00:00Z', federal)).toBe('2026-03-02T18:00:00.000Z')
  expect(opens('+18005550100', '2026-03-03T02:00:00Z', federal)).toBe('2026-03-03T18:00:00.000Z')
  expect(contactRegion('+18005550100', 'America/Chicago', { countryCode: 'CA' }).timeZones).toContain(
    'America/St_Johns',
  )
})

test.each([
  ['Canada on a weekday opens at nine', '+14165550100', '2026-03-02T13:30:00Z', '2026-03-02T14:00:00.000Z'],
  [
    'Canada on a weekday is open until half past nine',
    '+14165550100',
    '2026-03-03T02:29:00Z',
    '2026-03-03T02:29:00.000Z',
  ],
  ['Canada closes at half past nine', '+14165550100', '2026-03-03T02:30:00Z', '2026-03-03T14:00:00.000Z'],
  ['Canada on a Saturday evening', '+14165550100', '2026-03-07T23:00:00Z', '2026-03-08T14:00:00.000Z'],
  ['Newfoundland waits for Labrador', '+17095550100', '2026-03-02T12:30:00Z', '2026-03-02T13:00:00.000Z'],
  ['Labrador waits for Newfoundland', '+18795550100', '2026-03-03T01:15:00Z', '2026-03-03T13:00:00.000Z'],
  ['British Columbia lies in two zones', '+16045550100', '2026-03-02T16:30:00Z', '2026-03-02T17:00:00.000Z'],
  ['Alabama on a Sunday', '+12055550100', '2026-03-01T18:00:00Z', '2026-03-02T14:00:00.000Z'],
  ['Washington closes at eight', '+12065550100', '2026-03-03T04:30:00Z', '2026-03-03T16:00:00.000Z'],
  ['Michigan opens at nine', '+13135550100', '2026-03-02T13:30:00Z', '2026-03-02T14:00:00.000Z'],
  ['South Dakota on a Saturday', '+16055550100', '2026-03-07T18:00:00Z', '2026-03-09T15:00:00.000Z'],
  ['Oregon closes at eight', '+15035550100', '2026-03-03T04:30:00Z', '2026-03-03T16:00:00.000Z'],
  ['Pennsylvania on a Saturday afternoon', '+12155550100', '2026-03-07T18:00:00Z', '2026-03-08T12:00:00.000Z'],
  ['Utah on a Sunday', '+18015550100', '2026-03-01T18:00:00Z', '2026-03-02T15:00:00.000Z'],
  ['Kentucky opens at ten', '+15025550100', '2026-03-02T14:00:00Z', '2026-03-02T15:00:00.000Z'],
])('%s', (_name, phone, at, expected) => {
  expect(opens(phone, at)).toBe(expected)
})

test('a window holds its local hours when the clocks change within it or before it', () => {
  // 8 March 2026: clocks go forward at 2:00, so 8:00 is 12:00 UTC; the evening before, 21:00 was 2:00 UTC.
  expect(opens('+12125550100', '2026-03-08T01:59:00Z')).toBe('2026-03-08T01:59:00.000Z')
  expect(opens('+12125550100', '2026-03-08T11:59:00Z')).toBe('2026-03-08T12:00:00.000Z')
  expect(opens('+12125550100', '2026-03-09T00:59:00Z')).toBe('2026-03-09T00:59:00.000Z')
  expect(opens('+12125550100', '2026-03-09T01:00:00Z')).toBe('2026-03-09T12:00:00.000Z')
  // 1 November 2026: clocks go back at 2:00, so 8:00 is 13:00 UTC; the evening before, 21:00 was 1:00 UTC.
  expect(opens('+12125550100', '2026-11-01T00:59:00Z')).toBe('2026-11-01T00:59:00.000Z')
  expect(opens('+12125550100', '2026-11-01T12:30:00Z')).toBe('2026-11-01T13:00:00.000Z')
  expect(opens('+12125550100', '2026-11-02T01:59:00Z')).toBe('2026-11-02T01:59:00.000Z')
  expect(opens('+12125550100', '2026-11-02T02:00:00Z')).toBe('2026-11-02T13:00:00.000Z')
})

test('hours that span the change of the clocks open and close by the clock on the wall', () => {
  // A location on a zone whose clocks change at midnight, within a window that the business made to begin there.
  const region = { timeZones: ['America/Havana'], zoneFrom: 'location', state: null, country: null } as const
  const allNight = { ...SERVICE, quietHours: { opens: '00:00', closes: '03:00' } }
  const next = (at: string) => nextSendTime({ ...region, timeZones: [...region.timeZones] }, allNight, at)
  // Forward: 0:00 does not exist, the window is 1:00 to 3:00 (5:00 to 7:00 UTC).
  expect(next('2026-03-08T04:30:00Z')).toBe('2026-03-08T05:00:00.000Z')
  expect(next('2026-03-08T06:59:00Z')).toBe('2026-03-08T06:59:00.000Z')
  expect(next('2026-03-08T07:00:00Z')).toBe('2026-03-09T04:00:00.000Z')
  // Back: 0:00 to 1:00 happens twice, the window is four hours long (4:00 to 8:00 UTC).
  expect(next('2026-11-01T03:59:00Z')).toBe('2026-11-01T04:00:00.000Z')
  expect(next('2026-11-01T05:30:00Z')).toBe('2026-11-01T05:30:00.000Z')
  expect(next('2026-11-01T07:59:00Z')).toBe('2026-11-01T07:59:00.000Z')
  expect(next('2026-11-01T08:00:00Z')).toBe('2026-11-02T05:00:00.000Z')
})

test('business hours that do not overlap with the legal hours give way to them, and never open at night', () => {
  const evening = { ...SERVICE, quietHours: { opens: '20:00', closes: '21:00' } }
  // Washington closes at 20:00: the next morning at 8:00.
  expect(opens('+12065550100', '2026-03-03T11:00:00Z', evening)).toBe('2026-03-03T16:00:00.000Z')
  // A toll-free number may be anywhere between New York and Honolulu, which have no common time from 9:00 to 12:00.
  const morning = { ...SERVICE, quietHours: { opens: '09:00', closes: '12:00' } }
  const at = '2026-03-03T08:00:00Z'
  expect(opens('+18005550100', at, morning)).toBe(opens('+18005550100', at))
})

test('state rules can be turned off for service texts only, and the business’s own hours can be narrower', () => {
  const at = '2026-03-02T13:30:00Z'
  expect(opens('+12035550100', at, { ...SERVICE, followsStateRules: false })).toBe('2026-03-02T13:30:00.000Z')
  const narrow = { ...SERVICE, quietHours: { opens: '10:00', closes: '16:00' } }
  expect(opens('+12035550100', at, narrow)).toBe('2026-03-02T15:00:00.000Z')
})

test('every area code maps to valid time zones', () => {
  for (const code of [...STRICT_AREA_CODES, '201', '312', '303', '415', '602', '808', '907', '416', '604', '709']) {
    const zones = zonesOfNumber(`+1${code}5550100`)
    expect(zones.length).toBeGreaterThan(0)
    for (const zone of zones) expect(() => Temporal.Now.zonedDateTimeISO(zone)).not.toThrow()
  }
  expect(['305', '483', '212'].map((code) => strictStateOf(`+1${code}5550100`))).toEqual(['FL', 'AL', null])
})

test.each([
  ['Independence Day in Alabama', '+12055550100', '2028-07-04T15:00Z', '2028-07-05T13:00:00.000Z', 'independence-day'],
  // July 4, 2026 is a Saturday: closed with the Friday on which it is observed, and the Sunday.
  ['and its observance', '+12055550100', '2026-07-03T15:00Z', '2026-07-06T13:00:00.000Z', 'independence-day'],
  ['from the evening before', '+12055550100', '2026-12-25T02:00Z', '2026-12-26T14:00:00.000Z', 'christmas-day'],
  ['Mardi Gras in Louisiana', '+12255550100', '2026-02-17T18:00Z', '2026-02-18T14:00:00.000Z', 'mardi-gras'],
  ['Thanksgiving in Louisiana', '+12255550100', '2026-11-26T18:00Z', '2026-11-28T14:00:00.000Z', 'thanksgiving'],
  ['Election Day in Louisiana', '+12255550100', '2026-11-03T18:00Z', '2026-11-04T14:00:00.000Z', 'election-day'],
  [
    'Confederate Memorial Day in Mississippi',
    '+16015550100',
    '2026-04-27T18:00Z',
    '2026-04-28T13:00:00.000Z',
    'confederate-memorial-day',
  ],
  ['Good Friday in Pennsylvania', '+12155550100', '2026-04-03T18:00Z', '2026-04-04T12:00:00.000Z', 'good-friday'],
  ['Victory Day in Rhode Island', '+14015550100', '2026-08-10T15:00Z', '2026-08-11T13:00:00.000Z', 'victory-day'],
  // A Saturday, observed on the Monday.
  [
    'Independence Day in Rhode Island',
    '+14015550100',
    '2026-07-04T15:00Z',
    '2026-07-07T13:00:00.000Z',
    'independence-day',
  ],
  // June 19, 2026 is a Friday, so that the Monday before it is the holiday.
  ['Juneteenth in Utah', '+18015550100', '2026-06-15T18:00Z', '2026-06-16T14:00:00.000Z', 'juneteenth'],
  ['Pioneer Day in Utah', '+18015550100', '2026-07-24T18:00Z', '2026-07-25T14:00:00.000Z', 'pioneer-day'],
  // New Year’s Day 2028 is a Saturday, observed in the year before.
  ['New Year’s Eve in Utah', '+18015550100', '2027-12-31T18:00Z', '2028-01-03T15:00:00.000Z', 'new-years-day'],
  // 10:00 in Hawaii on the Monday after the holidays, as the contact may be in Louisiana.
  ['a toll-free number', '+18005550100', '2026-11-26T21:00Z', '2026-11-30T20:00:00.000Z', 'thanksgiving'],
] as const)('no marketing on a legal holiday: %s', (_name, phone, at, expected, holiday) => {
  const region = contactRegion(phone, 'America/New_York')
  expect(nextSendTime(region, MARKETING, at)).toBe(expected)
  expect(findHoliday(region, MARKETING, at, expected)).toBe(holiday)
  expect(findHoliday(region, SERVICE, at, expected)).toBeNull()
})

test('a day that is no legal holiday of the contact’s state is open for marketing', () => {
  for (const [phone, at] of [
    ['+12125550100', '2028-07-04T15:00:00.000Z'],
    ['+12255550100', '2027-11-02T18:00:00.000Z'],
    ['+18015550100', '2026-06-19T18:00:00.000Z'],
    ['+14165550100', '2028-07-03T15:00:00.000Z'],
  ] as const)
    expect(nextSendTime(contactRegion(phone, 'America/New_York'), MARKETING, at)).toBe(at)
})

test('a reminder does not wait for the end of a holiday', () => {
  expect(opens('+12055550100', '2028-07-04T15:00:00Z')).toBe('2028-07-04T15:00:00.000Z')
})

test('every state rule has a source, and area codes by which it is known', () => {
  const states = new Set(STRICT_AREA_CODES.map((code) => strictStateOf(`+1${code}5550100`)))
  expect([...states].sort()).toEqual(STATE_RULES.map(({ state }) => state).sort())
  for (const { source, holidays } of STATE_RULES) {
    expect(source).not.toBe('')
    expect(holidays?.source).not.toBe('')
  }
})
