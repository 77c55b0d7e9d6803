import { expect, test } from 'vitest'
import { readPercent, writePercent } from './read-percent.ts'

test.each([
  ['9.975', 9975],
  ['9,975', 9975],
  ['33.333', 33_333],
  ['5 %', 5000],
  ['.5', 500],
  ['8.2500', 8250],
  ['100', 100_000],
  ['0', 0],
  [' ', null],
])('%s is read as %s thousandths of a percent', (typed, rate) => expect(readPercent(typed)).toBe(rate))

test.each([
  ['9.9755', 'too-many-decimals'],
  ['100.001', 'too-large'],
  ['-5', 'unreadable'],
  ['%', 'unreadable'],
  ['five', 'unreadable'],
  ['1e1', 'unreadable'],
])('%s is %s', (typed, problem) => expect(readPercent(typed)).toBe(problem))

test.each([
  [9975, '9.975'],
  [15_000, '15'],
  [500, '0.5'],
])('%s is written as %s', (rate, text) => expect(writePercent(rate)).toBe(text))
