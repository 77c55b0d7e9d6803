import { act, fireEvent, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConversation } from '../../testing/a-conversation.ts'
import { NOTHING } from './selection.ts'
import { useListKeys } from './use-list-keys.ts'

const entries = [1, 2, 3].map((number) => aConversation(number))
const [first, second] = entries.map(({ sid }) => sid) as [string, string]

const aList = () =>
  renderHook(() =>
    useListKeys({
      entries,
      sid: null,
      searchField: { current: null },
      selection: NOTHING,
      onSelect: () => undefined,
      onNew: () => undefined,
    }),
  )

test('a row claims the focus once for a step, and not when it comes back on screen', () => {
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

test('a row that was pressed is where j and k go on from, and claims nothing', () => {
  const { result } = aList()
  act(() => result.current.setCursor(first))
  expect(result.current.claimFocus(first)).toBe(false)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(result.current.claimFocus(second)).toBe(true)
})
