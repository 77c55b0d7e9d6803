import { expect, test } from 'vitest'
import { longLinksIn, readLinkTarget } from './short-links.ts'

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['http://münchen.example/', 'http://xn--mnchen-3ya.example/'],
  ['javascript:alert(1)//example.com', null],
  ['data:text/html,hi', null],
  ['file:///etc/passwd', null],
  ['https://user:secret@example.com/', null],
  ['http://127.0.0.1/admin', null],
  ['http://0x7f.1/', null],
  ['http://2130706433/', null],
  ['http://[::1]/', null],
  ['http://169.254.169.254/latest/meta-data', null],
  ['http://localhost:3000/', null],
  ['http://printer.local/', null],
  ['http://db.internal./', null],
  ['//example.com', null],
  ['example.com', null],
])('%s leads to %s', (typed, target) => {
  expect(readLinkTarget(typed)).toBe(target)
})

test('finds long URLs in a text once each, without trailing punctuation', () => {
  const long = 'https://example.com/appointments/2026/11/21/details'
  expect(longLinksIn(`See ${long}. Or (${long}), or https://example.com/short!`)).toEqual([long])
})

test('orders URLs with a common prefix longest first', () => {
  const place = 'https://example.com/appointments/2026/11/21/details'
  const whole = `${place}?patient=maya`
  expect(longLinksIn(`${place} or ${whole}`)).toEqual([whole, place])
})
