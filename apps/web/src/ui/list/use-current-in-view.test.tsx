import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useCurrentInView } from './use-current-in-view.ts'

const NAMES = ['One', 'Two', 'Three', 'Four']
const TAB_PX = 100
const ROW_PX = 250

function Row({ current }: { current: string }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row, current)
  return (
    <nav ref={row}>
      {NAMES.map((name) => (
        <a key={name} href={name} aria-current={name === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

test('scrolls to the current tab where it is cut off, and leaves the row where it is visible', () => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = NAMES.indexOf(this.textContent)
    const scrolled = this.parentElement?.scrollLeft ?? 0
    return at < 0 ? new DOMRect(0, 0, ROW_PX, 40) : new DOMRect(at * TAB_PX - scrolled, 0, TAB_PX, 40)
  })
  const { rerender } = render(<Row current="Four" />)
  const row = screen.getByRole('navigation')
  expect(row.scrollLeft).toBe(225)
  rerender(<Row current="Three" />)
  expect(row.scrollLeft).toBe(125)
  rerender(<Row current="Two" />)
  expect(row.scrollLeft).toBe(25)
  row.scrollLeft = 0
  rerender(<Row current="One" />)
  expect(row.scrollLeft).toBe(0)
})
