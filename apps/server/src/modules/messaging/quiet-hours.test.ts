import { DEFAULT_SENDING_SETTINGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { strictStateOf, zonesOfNumber } from './area-codes.ts'
import { contactRegion, nextSendTime } from './quiet-hours.ts'

const opens = (phone: string, at: string, hours = DEFAULT_SENDING_SETTINGS) =>
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

test('a number without a region is assumed to be in the time zone of the location', () => {
  expect(contactRegion('+18005550100', 'Europe/Berlin')).toEqual({
    timeZones: ['Europe/Berlin'],
    zoneFrom: 'location',
    state: null,
  })
  expect(zonesOfNumber('+442079460000')).toEqual([])
})

test('state rules can be turned off, and the business’s own hours can be narrower', () => {
  const at = '2026-03-02T13:30:00Z'
  expect(opens('+12035550100', at, { ...DEFAULT_SENDING_SETTINGS, followsStateRules: false })).toBe(
    '2026-03-02T13:30:00.000Z',
  )
  const narrow = { ...DEFAULT_SENDING_SETTINGS, quietHours: { opens: '10:00', closes: '16:00' } }
  expect(opens('+12035550100', at, narrow)).toBe('2026-03-02T15:00:00.000Z')
})

test('every area code maps to valid time zones', () => {
  for (const code of ['201', '312', '303', '415', '602', '808', '907', '416', '604', '709']) {
    const zones = zonesOfNumber(`+1${code}5550100`)
    expect(zones.length).toBeGreaterThan(0)
    for (const zone of zones) expect(() => Temporal.Now.zonedDateTimeISO(zone)).not.toThrow()
  }
  expect([strictStateOf('+13055550100'), strictStateOf('+12125550100')]).toEqual(['FL', null])
})
