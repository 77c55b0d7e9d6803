import type { Booking } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../../testing/render-with-providers.tsx'
import { shownDates, stepDate } from './calendar-search.ts'
import { daysOfCalendar } from './days-of-calendar.ts'
import { MonthGrid } from './MonthGrid.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const visit = (id: string, startsOnUtc: string, minutes = 30): Booking =>
  ({
    id,
    startsOnUtc,
    endsOnUtc: new Date(Date.parse(startsOnUtc) + minutes * 60_000).toISOString(),
    timeZone: 'America/New_York',
    items: [{ serviceName: 'Cleaning', color: '#0070ac' }],
    contact: { name: `Guest ${id}` },
    status: 'booked',
  }) as unknown as Booking

function Month({
  bookings,
  onOpen,
  onMove,
}: {
  bookings: Booking[]
  onOpen: (date: string) => void
  onMove?: (id: string, date: string) => void
}) {
  const [date, setDate] = useState('2027-03-14')
  const dates = shownDates(date, 'month')
  const calendar = { bookings, blocks: [], timeOff: [], delays: [], isTruncated: false }
  const days = daysOfCalendar(dates, calendar, 'America/New_York')
  return (
    <MonthGrid
      dates={dates}
      date={date}
      today="2027-03-01"
      entriesOn={(day) => days.get(day) ?? []}
      isCompact={false}
      onChoose={setDate}
      onOpen={onOpen}
      onMove={onMove}
    />
  )
}

test('a month has its whole weeks, at most six', () => {
  const march = shownDates('2027-03-14', 'month')
  expect([march[0], march.at(-1), march.length]).toEqual(['2027-02-28', '2027-04-03', 35])
  expect(shownDates('2027-05-20', 'month').length).toBe(42)
  expect(stepDate('2027-03-31', 'month', -1)).toBe('2027-02-28')
})

test('visits are on the day of the location, and those that do not fit open it', () => {
  const onOpen = vi.fn()
  // 9 PM on the 14th in New York is the 15th in UTC.
  const times = ['T13:00', 'T14:00', 'T15:00', 'T16:00', 'T17:00'].map((time) => `2027-03-14${time}:00Z`)
  renderWithProviders(
    <Month bookings={[...times, '2027-03-15T01:00:00Z'].map((time, id) => visit(String(id), time))} onOpen={onOpen} />,
  )
  const cell = screen.getByRole('button', { name: 'Sunday, March 14, 6 visits' }).closest('td') as HTMLElement
  expect(within(cell).getByRole('button', { name: /9:00.AM Guest 0/ })).toBeDefined()
  expect(within(cell).queryByRole('button', { name: /Guest 3/ })).toBeNull()
  fireEvent.click(within(cell).getByRole('button', { name: '+3 more' }))
  expect(onOpen).toHaveBeenCalledWith('2027-03-14')
})

test('the arrow keys go from day to day, also to the next month', () => {
  renderWithProviders(<Month bookings={[]} onOpen={() => {}} />)
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const focused = () => document.activeElement?.getAttribute('aria-label')
  screen.getByRole('button', { name: 'Sunday, March 14, no visits' }).focus()
  press('ArrowDown')
  expect(focused()).toBe('Sunday, March 21, no visits')
  press('Home')
  expect(focused()).toBe('Sunday, March 21, no visits')
  press('End')
  press('ArrowUp')
  press('Home')
  press('PageDown')
  expect(focused()).toBe('Wednesday, April 14, no visits')
  expect(screen.queryByRole('button', { name: 'Sunday, March 14, no visits' })).toBeNull()
})

test('Shift and the arrow keys move a visit of the chosen day to another one', () => {
  const onMove = vi.fn()
  renderWithProviders(<Month bookings={[visit('1', '2027-03-14T15:00:00Z')]} onOpen={() => {}} onMove={onMove} />)
  const event = screen.getByRole('button', { name: /Guest 1/ })
  expect(event.tabIndex).toBe(0)
  event.focus()
  const press = (key: string) => fireEvent.keyDown(event, { key, shiftKey: true })
  press('ArrowDown')
  press('ArrowRight')
  expect(screen.getByRole('status').textContent).toBe('Monday, March 22')
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onMove.mock.calls).toEqual([['1', '2027-03-22']])
  press('ArrowRight')
  fireEvent.keyDown(event, { key: 'Escape' })
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onMove).toHaveBeenCalledTimes(1)
})

test('a finger that rests on a visit moves it to another day; one that moves at once scrolls', () => {
  vi.useFakeTimers()
  HTMLElement.prototype.setPointerCapture = () => {}
  const onMove = vi.fn()
  renderWithProviders(<Month bookings={[visit('1', '2027-03-14T15:00:00Z')]} onOpen={() => {}} onMove={onMove} />)
  const event = screen.getByRole('button', { name: /Guest 1/ })
  const cell = screen.getByRole('button', { name: 'Tuesday, March 16, no visits' }).closest('td') as HTMLElement
  document.elementsFromPoint = () => [cell]
  const finger = { pointerType: 'touch', button: 0 }
  const drag = (restsMs: number) => {
    fireEvent.pointerDown(event, { ...finger, clientX: 10, clientY: 10 })
    act(() => void vi.advanceTimersByTime(restsMs))
    fireEvent.pointerMove(event, { ...finger, clientX: 90, clientY: 12 })
    const isMarked = cell.dataset.over !== undefined
    fireEvent.pointerUp(event, { ...finger, clientX: 90, clientY: 12 })
    return isMarked
  }
  expect(drag(0)).toBe(false)
  expect(onMove).not.toHaveBeenCalled()
  expect(drag(400)).toBe(true)
  expect(onMove.mock.calls).toEqual([['1', '2027-03-16']])
  expect(cell.dataset.over).toBeUndefined()
  vi.useRealTimers()
})

test('time off and blocks are on each day that they reach into, before its visits', () => {
  const block = {
    id: 'b',
    ...{ resourceID: 'r', locationID: 'l' },
    reason: '',
    startsOnUtc: '2027-03-13T22:00:00Z',
    endsOnUtc: '2027-03-15T14:00:00Z',
  }
  const calendar = {
    bookings: [visit('1', '2027-03-15T13:00:00Z')],
    blocks: [block],
    timeOff: [{ resourceID: 'r', date: '2027-03-15', name: 'Vacation' }],
    delays: [],
    isTruncated: false,
  }
  const dates = ['2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16']
  const days = daysOfCalendar(dates, calendar, 'America/New_York')
  const text = (date: string) => days.get(date)?.map((each) => [each.kind, each.kind === 'off' ? null : each.time])
  expect(text('2027-03-13')).toEqual([['block', expect.stringMatching(/^5:00.PM$/)]])
  expect(text('2027-03-14')).toEqual([['block', null]])
  expect(text('2027-03-15')).toEqual([
    ['off', null],
    ['block', expect.stringMatching(/^– 10:00.AM$/)],
    ['visit', expect.stringMatching(/^9:00.AM$/)],
  ])
  expect(text('2027-03-16')).toEqual([])
})

test('a visit of several days is on each of them, and is moved by its first one', () => {
  // From 10 AM on the 13th until 9 AM on the 15th.
  const long = visit('1', '2027-03-13T15:00:00Z', 46 * 60)
  const calendar = { bookings: [long], blocks: [], timeOff: [], delays: [], isTruncated: false }
  const days = daysOfCalendar(['2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16'], calendar, 'America/New_York')
  const times = [...days.values()].map((entries) => entries.map((each) => (each.kind === 'off' ? '' : each.time)))
  expect(times).toEqual([[expect.stringMatching(/^10:00.AM$/)], [null], [expect.stringMatching(/^– 9:00.AM$/)], []])
  renderWithProviders(<Month bookings={[long]} onOpen={() => {}} onMove={() => {}} />)
  const parts = screen.getAllByRole('button', { name: /Guest 1/ })
  expect(parts.map(({ dataset }) => dataset.visit)).toEqual(['1', undefined, undefined])
})
