import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { VirtualList } from './VirtualList.tsx'

const items = Array.from({ length: 1000 }, (_, index) => `row ${index}`)

function aList(onNearEnd = () => undefined) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(50_000)
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
