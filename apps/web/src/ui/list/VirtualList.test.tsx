import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { VirtualList } from './VirtualList.tsx'

const items = Array.from({ length: 1000 }, (_, index) => `row ${index}`)

function mockLayout() {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(50_000)
}

function aList(onNearEnd = () => undefined) {
  mockLayout()
  render(
    <VirtualList
      items={items}
      itemKey={(item) => item}
      rowHeight={50}
      label="Rows"
      onNearEnd={onNearEnd}
      renderItem={(item) => <span>{item}</span>}
    />,
  )
  const scroller = screen.getByRole('list').parentElement
  if (!scroller) throw new Error('no scroller')
  return (to: number) =>
    act(() => {
      scroller.scrollTop = to
      fireEvent.scroll(scroller)
    })
}

test('keeps scrolling under the compiler: rows are added and removed', () => {
  const scrollTo = aList()
  expect(screen.queryByText('row 0')).not.toBeNull()
  expect(screen.queryByText('row 500')).toBeNull()
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)

  scrollTo(25_000)
  expect(screen.queryByText('row 500')).not.toBeNull()
  expect(screen.queryByText('row 0')).toBeNull()
})

test('requests more near the end, not before', () => {
  const onNearEnd = vi.fn()
  const scrollTo = aList(onNearEnd)
  expect(onNearEnd).not.toHaveBeenCalled()
  scrollTo(49_500)
  expect(onNearEnd).toHaveBeenCalled()
})

function FocusedList() {
  const [focused, setFocused] = useState<string>()
  return (
    <>
      <VirtualList
        items={items}
        itemKey={(item) => item}
        rowHeight={50}
        label="Rows"
        focusedKey={focused}
        renderItem={(item) => (
          <button type="button" onFocus={() => setFocused(item)}>
            {item}
          </button>
        )}
      />
      <button type="button" onClick={() => setFocused('row 500')}>
        Jump
      </button>
    </>
  )
}

test('brings the focused row into view at once, but stays where it is under a pressed pointer', () => {
  mockLayout()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  render(<FocusedList />)
  const scroller = screen.getByRole('list').parentElement
  // Row 9 is cut off by the lower edge.
  const row = screen.getByText('row 9')
  fireEvent.pointerDown(row)
  act(() => row.focus())
  expect(scroller?.scrollTop).toBe(0)
  fireEvent.pointerUp(row)

  act(() => screen.getByText('row 11').focus())
  expect(scroller?.scrollTop).toBe(120)
  fireEvent.click(screen.getByText('Jump'))
  expect(scroller?.scrollTop).toBe(501 * 50 - 480)
})
