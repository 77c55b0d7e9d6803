import { expect, test } from 'vitest'
import { readTime } from './read-time.ts'

test.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['0:05', '00:05'],
  ['21:30', '21:30'],
  ['9 pm', '21:00'],
  ['9:15PM', '21:15'],
  ['12 am', '00:00'],
  ['12 p.m.', '12:00'],
])('%s is read as %s', (typed, time) => expect(readTime(typed)).toBe(time))

test.each(['', 'noon', '24:00', '9:60', '13 pm', '0 am', '9:3'])('%j is no time', (typed) =>
  expect(readTime(typed)).toBeNull(),
)
