import { expect, test } from 'vitest'
import { birthDateRule } from './birth-date-rule.ts'

test.each([
  [{ month: '2', day: '29', year: '2023' }, 'February 2023 has 28 days.'],
  [{ month: '4', day: '31', year: '' }, 'April has 30 days.'],
  [{ month: '2', day: '29', year: '' }, undefined],
  [{ month: '2', day: '29', year: '2024' }, undefined],
  [{ month: '2', day: '', year: '' }, 'Choose a month and a day.'],
  [
    { month: '2', day: '29', year: '23' },
    'Enter a date in the past, such as July 4, 1985. You can leave out the year.',
  ],
  [
    { month: '2', day: '1', year: '2099' },
    'Enter a date in the past, such as July 4, 1985. You can leave out the year.',
  ],
])('%o: %s', (birth, problem) => {
  expect(birthDateRule(birth)).toBe(problem)
})
