import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aConversation } from '../../../testing/a-conversation.ts'
import { NOTHING } from '../../../ui/list/selection.ts'
import { useListKeys } from './use-list-keys.ts'

const entries = [1, 2, 3].map((number) => aConversation(number))
const [first, second] = entries.map(({ sid }) => sid) as [string, string]

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const aList = (initial: string | null = null, onOpenInstead: (sid: string) => void = () => undefined) =>
  renderHook(
    ({ sid }) =>
      useListKeys({
        entries,
        sid,
        onOpenInstead,
        searchField: { current: null },
        selection: NOTHING,
        onSelect: () => undefined,
        onNew: () => undefined,
      }),
    { initialProps: { sid: initial } },
  )

test('a row takes the focus once per step, and not when it scrolls back into view', () => {
  const { result } = aList()
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(result.current.cursor).toBe(first)
  expect(result.current.claimFocus(first)).toBe(true)
  expect(result.current.claimFocus(first)).toBe(false)

  fireEvent.keyDown(document.body, { key: 'j' })
  expect(result.current.cursor).toBe(second)
  expect(result.current.claimFocus(first)).toBe(false)
  expect(result.current.claimFocus(second)).toBe(true)
})

test('j and k continue from a clicked row, which does not take the focus', () => {
  const { result } = aList()
  act(() => result.current.setCursor(first))
  expect(result.current.claimFocus(first)).toBe(false)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(result.current.claimFocus(second)).toBe(true)
})

test('with a conversation open a step opens the next one; of quick steps only the last one opens', () => {
  const opened: string[] = []
  const { result, rerender } = aList(first, (sid) => opened.push(sid))
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(opened).toEqual([second])
  rerender({ sid: second })
  fireEvent.keyDown(document.body, { key: 'k' })
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(opened).toEqual([second])
  act(() => vi.runAllTimers())
  expect(opened).toEqual([second, entries[2]?.sid])
  expect(result.current.cursor).toBe(entries[2]?.sid)
})

test('steps continue from a conversation that was opened in another way', () => {
  const { result, rerender } = aList(first)
  rerender({ sid: second })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(result.current.cursor).toBe(entries[2]?.sid)
})

test('without rows the keys are not handled', () => {
  renderHook(() =>
    useListKeys({
      entries: [],
      sid: first,
      searchField: { current: null },
      selection: NOTHING,
      onSelect: () => undefined,
      onOpenInstead: () => undefined,
      onNew: false,
    }),
  )
  expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(true)
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false)
})
