import { expect, test } from 'vitest'
import { readAmount, writeAmount } from './read-amount.ts'

test.each([
  ['12.5', 'USD', 1250],
  ['12.', 'USD', 1200],
  ['.5', 'USD', 50],
  ['12.340', 'USD', 1234],
  ['1,250', 'USD', 125_000],
  ['1,250.50', 'USD', 125_050],
  ['12,50', 'EUR', 1250],
  ['$ 25', 'USD', 2500],
  ['1.005', 'KWD', 1005],
  ['4500', 'JPY', 4500],
  ['20000000', 'USD', 2_000_000_000],
  ['0', 'USD', 0],
  [' ', 'USD', null],
])('%s in %s is read as %s', (typed, currency, amount) => expect(readAmount(typed, currency)).toBe(amount))

test.each([
  ['abc', 'USD', 'unreadable'],
  ['-5', 'USD', 'unreadable'],
  ['$', 'USD', 'unreadable'],
  ['.', 'USD', 'unreadable'],
  ['1e3', 'USD', 'unreadable'],
  ['1.250.50', 'USD', 'unreadable'],
  ['12,34,56', 'USD', 'unreadable'],
  ['12.345', 'USD', 'too-many-decimals'],
  ['1.5', 'JPY', 'too-many-decimals'],
  ['20000000.01', 'USD', 'too-large'],
])('%s in %s is %s', (typed, currency, problem) => expect(readAmount(typed, currency)).toBe(problem))

test.each([
  [2500, 'USD', '25'],
  [1250, 'USD', '12.50'],
  [1005, 'KWD', '1.005'],
  [4500, 'JPY', '4500'],
])('%s in %s is written as %s', (amount, currency, text) => expect(writeAmount(amount, currency)).toBe(text))
