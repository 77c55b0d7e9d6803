import { DEFAULT_LABELS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { NAMED_COLORS, readHex } from './color-names.ts'

test('there are 39 colors with 39 names', () => {
  expect(new Set(NAMED_COLORS.map(({ hex }) => hex)).size).toBe(39)
  expect(new Set(NAMED_COLORS.map(({ name }) => name.id)).size).toBe(39)
})

test('the labels of a new business have named colors', () => {
  const named: string[] = NAMED_COLORS.map(({ hex }) => hex)
  for (const { name, color } of DEFAULT_LABELS) expect([name, named.includes(color)]).toEqual([name, true])
})

test.each([
  ['#4263EB', '#4263eb'],
  ['4263eb', '#4263eb'],
  ['#0ca', '#00ccaa'],
  ['#12345', null],
  ['red', null],
])('%s is read as %s', (typed, hex) => expect(readHex(typed)).toBe(hex))
