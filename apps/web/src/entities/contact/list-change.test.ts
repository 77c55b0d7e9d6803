import { expect, test } from 'vitest'
import { listChange } from './list-change.ts'

test('returns what was added and removed, so that concurrent changes of teammates stay', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ add: ['c'], remove: ['a'] })
  expect(listChange(['a', 'b'], ['b', 'a'])).toEqual({ add: [], remove: [] })
})
