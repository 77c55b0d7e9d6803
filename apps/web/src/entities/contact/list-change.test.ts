import { expect, test } from 'vitest'
import { listChange } from './list-change.ts'

test('says what was added and removed, so that what teammates change meanwhile stays', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ add: ['c'], remove: ['a'] })
  expect(listChange(['a', 'b'], ['b', 'a'])).toEqual({ add: [], remove: [] })
})
