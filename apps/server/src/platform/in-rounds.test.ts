import { expect, test } from 'vitest'
import { inRounds } from './in-rounds.ts'

test('the first round has one item of each key, and items of one key keep their order', () => {
  const rounds = inRounds(['a1', 'b1', 'a2', 'c1', 'a3', 'b2'], ([key = '']) => key)
  expect(rounds).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']])
  expect(inRounds([], String)).toEqual([])
})
