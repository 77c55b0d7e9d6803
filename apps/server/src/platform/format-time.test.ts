import { expect, test } from 'vitest'
import { formatDate, formatTime } from './format-time.ts'

test('the first of a month is an ordinal in French, and only there', () => {
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  expect(formatTime('2026-12-01T12:00:00Z', 'fr', day)).toBe('mardi 1er décembre')
  expect(formatDate('2026-12-01', 'fr')).toBe('1er décembre 2026')
  expect(formatDate('2026-12-21', 'fr')).toBe('21 décembre 2026')
  expect(formatDate('2026-12-01', 'es')).toBe('1 de diciembre de 2026')
  expect(formatDate('2026-12-01', 'en')).toBe('December 1, 2026')
})
