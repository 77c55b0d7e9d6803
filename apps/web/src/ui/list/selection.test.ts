import { expect, test } from 'vitest'
import { extend, isSelecting, NOTHING, toggle } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const picked = (selection: typeof NOTHING) => [...selection.keys].toSorted()

test('one is picked and put back', () => {
  const one = toggle(NOTHING, 'b')
  expect(picked(one)).toEqual(['b'])
  expect(isSelecting(toggle(one, 'b'))).toBe(false)
})

test('a range goes from the last one picked, up or down, and adds to what is picked', () => {
  const from = toggle(toggle(NOTHING, 'a'), 'd')
  expect(picked(extend(from, 'b', order))).toEqual(['a', 'b', 'c', 'd'])
  expect(picked(extend(toggle(NOTHING, 'b'), 'd', order))).toEqual(['b', 'c', 'd'])
})

test('a range without a beginning is a pick', () => {
  expect(picked(extend(NOTHING, 'c', order))).toEqual(['c'])
  expect(picked(extend({ ...NOTHING, anchor: 'gone' }, 'c', order))).toEqual(['c'])
})

test('picking one by one ends the selection of everything', () => {
  expect(toggle({ keys: new Set(), isAll: true, anchor: null }, 'b')).toEqual({
    keys: new Set(['b']),
    isAll: false,
    anchor: 'b',
  })
})
