import { expect, test } from 'vitest'
import { extend, isSelecting, NOTHING, toggle } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const picked = (selection: typeof NOTHING) => [...selection.keys].toSorted()

test('a row is selected and deselected', () => {
  const selection = toggle(NOTHING, 'b')
  expect(picked(selection)).toEqual(['b'])
  expect(isSelecting(toggle(selection, 'b'))).toBe(false)
})

test('a range starts at the last selected row, up or down, and adds to the selection', () => {
  const from = toggle(toggle(NOTHING, 'a'), 'd')
  expect(picked(extend(from, 'b', order))).toEqual(['a', 'b', 'c', 'd'])
  expect(picked(extend(toggle(NOTHING, 'b'), 'd', order))).toEqual(['b', 'c', 'd'])
})

test('a range without a start selects one row', () => {
  expect(picked(extend(NOTHING, 'c', order))).toEqual(['c'])
  expect(picked(extend({ ...NOTHING, anchor: 'gone' }, 'c', order))).toEqual(['c'])
})

test('selecting a single row ends the selection of everything', () => {
  expect(toggle({ keys: new Set(), isAll: true, anchor: null }, 'b')).toEqual({
    keys: new Set(['b']),
    isAll: false,
    anchor: 'b',
  })
})
