import { expect, test } from 'vitest'
import { chooseTimes } from './choose-times.ts'

const zone = 'America/New_York'
const at = (day: number, hour: number) => `2026-12-0${day}T${hour}:00:00.000Z`

test('three times on different days are offered, or several of one day if there are no more', () => {
  expect(chooseTimes([at(1, 15), at(1, 16), at(2, 15), at(3, 15), at(4, 15)], zone)).toEqual([
    at(1, 15),
    at(2, 15),
    at(3, 15),
  ])
  expect(chooseTimes([at(1, 15), at(1, 16), at(2, 15)], zone)).toEqual([at(1, 15), at(1, 16), at(2, 15)])
  expect(chooseTimes([at(1, 15)], zone)).toEqual([at(1, 15)])
  expect(chooseTimes([], zone)).toEqual([])
})
