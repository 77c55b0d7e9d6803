import { expect, test } from 'vitest'
import { readQuantity, writeQuantity } from './read-quantity.ts'

const MAX = 2_000_000

test.each([
  ['2', 2000],
  ['1.5', 1500],
  ['1,5', 1500],
  ['1,250', 1_250_000],
  ['0.001', 1],
  ['2000', MAX],
  ['', null],
])('%s is read as %s thousandths', (typed, quantity) => expect(readQuantity(typed, MAX)).toBe(quantity))

test.each([
  ['0.3333', 'too-many-decimals'],
  ['2000.001', 'too-large'],
  ['0', 'too-small'],
  ['-1', 'unreadable'],
  ['two', 'unreadable'],
])('%s is %s', (typed, problem) => expect(readQuantity(typed, MAX)).toBe(problem))

test('a quantity is written without the zeros that nobody types', () => {
  expect([2000, 1500, 333].map(writeQuantity)).toEqual(['2', '1.5', '0.333'])
})
