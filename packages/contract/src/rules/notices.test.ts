import { expect, test } from 'vitest'
import { compareVersions } from './notices.ts'

test.each([
  ['1.8.857', '1.8.857', 0],
  ['1.8.857', '1.8.858', -1],
  ['1.8.9', '1.8.10', -1],
  ['2.0.0', '1.99.99999', 1],
])('versions are compared number by number: %s and %s', (a, b, expected) => {
  expect(Math.sign(compareVersions(a, b))).toBe(expected)
})
