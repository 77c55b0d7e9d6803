import { expect, test } from 'vitest'
import { E164, formatPhone, PHONE_TYPED, phoneSearchDigits, toE164 } from './phone.ts'

test.each([
  ['(212) 555-0123', '+12125550123'],
  ['212-555-0123', '+12125550123'],
  ['212.555.0123', '+12125550123'],
  ['212 555 0123', '+12125550123'],
  ['2125550123', '+12125550123'],
  ['12125550123', '+12125550123'],
  ['1 (212) 555-0123', '+12125550123'],
  ['+1 212 555 0123', '+12125550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+49 30 901820', '+4930901820'],
  ['416-555-0123', '+14165550123'],
])('%s is %s', (typed, e164) => {
  expect(toE164(typed)).toBe(e164)
  expect(e164).toMatch(E164)
})

test.each([
  '',
  '555-0123',
  '12345',
  '000-000-0000',
  '112-555-0123',
  '212-155-0123',
  'abc',
  '+1',
  '+999 123 4567',
  '212555012345',
])('“%s” is no number', (typed) => {
  expect(toE164(typed)).toBeNull()
})

test('a number without + is parsed as a national number', () => {
  expect(toE164('020 7946 0958', 'GB')).toBe('+442079460958')
  expect(toE164('020 7946 0958', 'US')).toBeNull()
})

test.each([
  ['2125550123', true],
  ['(212)555-0123', true],
  ['(212) 555-0123', true],
  ['+2125550123', true],
  ['212.555.012345', true],
  ['212-555-012', false],
  ['212--555-0123', false],
  ['212 555 0123 ext 4', false],
  ['phone', false],
])('%s may be typed: %s', (typed, isAllowed) => {
  expect(PHONE_TYPED.test(typed)).toBe(isAllowed)
})

test('numbers are formatted nationally at home and internationally elsewhere', () => {
  expect(formatPhone('+12125550123')).toBe('(212) 555-0123')
  expect(formatPhone('+14165550123')).toBe('(416) 555-0123')
  expect(formatPhone('+442079460958')).toBe('+44 20 7946 0958')
  expect(formatPhone('+442079460958', 'GB')).toBe('020 7946 0958')
  expect(formatPhone('72345')).toBe('72345')
})

test.each([
  ['2125', '2125'],
  [' (212) 555 ', '212555'],
  ['+1 212', '1212'],
  ['212.555-01', '21255501'],
  ['Anna', null],
  ['Studio 54', null],
  ['', null],
  ['()', null],
])('the search term “%s” looks for the digits %s', (term, digits) => {
  expect(phoneSearchDigits(term)).toBe(digits)
})
