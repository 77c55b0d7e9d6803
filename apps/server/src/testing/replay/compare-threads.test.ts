import { expect, test } from 'vitest'
import { compareThreads } from './compare-threads.ts'
import type { Turn } from './dialogues.ts'

const turns = (...texts: string[]): Turn[] =>
  texts.map((text) => ({ speaker: text.startsWith('b') ? 'business' : 'customer', text }))

test.each([
  ['the same', turns('c1', 'b1', 'c1'), turns('c1', 'b1', 'c1'), { missing: 0, duplicated: 0, outOfOrder: 0 }],
  ['one missing', turns('c1', 'b1', 'c1'), turns('c1', 'b1'), { missing: 1, duplicated: 0, outOfOrder: 0 }],
  ['one duplicated', turns('c1', 'b1'), turns('c1', 'c1', 'b1'), { missing: 0, duplicated: 1, outOfOrder: 0 }],
  ['changed in transit', turns('c1', 'b1'), turns('c1', 'b2'), { missing: 1, duplicated: 1, outOfOrder: 0 }],
  ['two swapped', turns('c1', 'b1', 'c2'), turns('b1', 'c1', 'c2'), { missing: 0, duplicated: 0, outOfOrder: 2 }],
  [
    'from the other speaker',
    turns('c1'),
    [{ speaker: 'business' as const, text: 'c1' }],
    { missing: 1, duplicated: 1, outOfOrder: 0 },
  ],
  ['nothing', turns('c1', 'b1'), [], { missing: 2, duplicated: 0, outOfOrder: 0 }],
])('%s', (_what, written, stored, expected) => {
  expect(compareThreads(written, stored)).toEqual(expected)
})
