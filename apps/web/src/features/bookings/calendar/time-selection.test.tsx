import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../../testing/render-with-providers.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { spanBetween } from './use-time-selection.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const DAY = { from: 7 * 60, until: 20 * 60 }
const columns = ['Ana', 'Ben'].map((label) => ({ key: label, label, date: '2027-06-01', resourceID: label }))
const [onBook, onBlock] = [vi.fn(), vi.fn()]

function show(canBlock: boolean) {
  HTMLElement.prototype.setPointerCapture = () => {}
  renderWithProviders(
    <TimeGrid
      columns={columns}
      placed={new Map()}
      now={{ date: '2027-06-02', minutes: 0 }}
      canAct
      canBlock={() => canBlock}
      timeOff={[]}
      resources={[]}
      onDrop={() => {}}
      onBook={onBook}
      onBlock={onBlock}
      onOpenBlock={() => undefined}
    />,
  )
}

/** From an hour and a half after the first hour of the grid, a pixel a minute. */
function drag(column: string, until: number) {
  const target = screen.getByRole('region', { name: column })
  fireEvent.pointerDown(target, { button: 0, clientY: 90 })
  fireEvent.pointerMove(target, { clientY: until })
  fireEvent.pointerUp(target, { clientY: until })
  fireEvent.click(target, { clientY: until })
}

beforeEach(() => {
  onBook.mockReset()
  onBlock.mockReset()
})

test('a span has whole quarters of an hour, in either direction and within the hours', () => {
  expect(spanBetween(602, 650, DAY)).toEqual({ from: 600, until: 660 })
  expect(spanBetween(650, 602, DAY)).toEqual({ from: 600, until: 660 })
  expect(spanBetween(600, 600, DAY)).toEqual({ from: 600, until: 615 })
  expect(spanBetween(1190, 1300, DAY)).toEqual({ from: 1185, until: 1200 })
})

test('dragging over free time asks whether to book or to block it', async () => {
  show(true)
  drag('Ben', 150)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Block time' }))
  expect(onBlock).toHaveBeenCalledWith({ column: columns[1], from: 510, until: 570 })
  expect(onBook).not.toHaveBeenCalled()
})

test('those who may not block book at once, as does a click', () => {
  show(false)
  drag('Ana', 150)
  expect(onBook.mock.calls).toEqual([[columns[0], 510, 60]])
  const ben = screen.getByRole('region', { name: 'Ben' })
  fireEvent.pointerDown(ben, { button: 0, clientY: 60 })
  fireEvent.pointerUp(ben, { clientY: 60 })
  fireEvent.click(ben, { clientY: 60 })
  expect(onBook.mock.lastCall).toEqual([columns[1], 480])
})

test('the arrow keys choose a time, and Enter offers both', async () => {
  show(true)
  const press = (key: string, altKey = false) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, altKey })
  screen.getByRole('button', { name: /^Add at 9:00.AM – 9:30.AM, Ana$/ }).focus()
  press('ArrowDown')
  press('ArrowDown', true)
  press('ArrowRight')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Add at 9:15.AM – 10:00.AM, Ben$/)
  fireEvent.click(document.activeElement ?? document.body)
  await waitFor(() => screen.getByRole('menuitem', { name: 'Block time' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Book a visit' }))
  expect(onBook).toHaveBeenCalledWith(columns[1], 555, 45)
})

test('free time that is tapped is selected first, because a finger does not drag over it', async () => {
  show(true)
  const ana = screen.getByRole('region', { name: 'Ana' })
  fireEvent.pointerDown(ana, { button: 0, clientY: 70, pointerType: 'touch' })
  fireEvent.pointerUp(ana, { clientY: 70, pointerType: 'touch' })
  fireEvent.click(ana, { clientY: 70 })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Block time' }))
  expect(onBlock).toHaveBeenCalledWith({ column: columns[0], from: 480, until: 510 })
})
