import { expect, test } from 'vitest'
import { isBlank } from './blank.ts'

test.each([
  '',
  ' \n\t',
  '\u00a0\u3000',
  '\u200b\u200c\u200d',
  '\u2060\ufeff',
  '\u200e\u200f\u202e',
  '\u3164',
  '\u2800',
])('%j shows nothing', (text) => expect(isBlank(text)).toBe(true))

test.each(['x', '.', '👍', '👨‍👩‍👧', '\u200bx', 'שלום', '\u202eabc', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('%j is visible', (text) => {
  expect(isBlank(text)).toBe(false)
})
