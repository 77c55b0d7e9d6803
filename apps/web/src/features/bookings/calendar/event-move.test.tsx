import type { Booking } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../../testing/render-with-providers.tsx'
import { canResize, moveOf, preview } from './event-move.ts'
import { placeEvents } from './place-events.ts'
import { TimeGrid } from './TimeGrid.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const columns = ['Ana', 'Ben'].map((label) => ({ key: label, label, date: '2027-06-01', resourceID: label }))
const times = { startsOnUtc: '2027-06-01T10:00:00Z', endsOnUtc: '2027-06-01T10:30:00Z' }
const booking = {
  ...{ id: 'b1', isBusy: false, status: 'booked', timeZone: 'UTC', contact: { name: 'Maya' }, ...times },
  items: [{ serviceName: 'Cleaning', color: '#0070ac', resources: [{ id: 'Ana' }], ...times }],
} as unknown as Booking
const onDrop = vi.fn()

function show(visit = booking) {
  HTMLElement.prototype.setPointerCapture = () => {}
  renderWithProviders(
    <TimeGrid
      columns={columns}
      placed={placeEvents(columns, { bookings: [visit], blocks: [], delays: [] }, 'UTC')}
      timeOff={[{ resourceID: 'Ben', date: '2027-06-01', name: 'Vacation' }]}
      resources={[]}
      now={{ date: '2027-06-02', minutes: 0 }}
      canAct
      canBlock={() => false}
      onDrop={onDrop}
      onBook={() => {}}
      onBlock={() => {}}
      onOpenBlock={() => undefined}
    />,
  )
  return screen.getByRole('button', { name: /Maya/ })
}

beforeEach(() => onDrop.mockReset())

test('with Shift held, the arrow keys move a visit any way; releasing Shift drops it there', () => {
  const event = show()
  const press = (key: string, more = {}) => fireEvent.keyDown(event, { key, shiftKey: true, ...more })
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowRight')
  expect(screen.getByRole('status').textContent).toMatch(/^10:30.AM, Ben$/)
  expect(onDrop).not.toHaveBeenCalled()
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onDrop.mock.calls).toMatchObject([[{ source: columns[0], target: columns[1], from: 630, minutes: null }]])
  press('ArrowDown', { altKey: true })
  press('ArrowDown', { altKey: true })
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onDrop.mock.lastCall).toMatchObject([{ target: columns[0], from: 600, minutes: 60 }])
  press('ArrowDown')
  fireEvent.keyDown(event, { key: 'Escape' })
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onDrop).toHaveBeenCalledTimes(2)
})

test('a visit of several services moves to other times, but not to another column', () => {
  const second = { serviceName: 'Checkup', resources: [{ id: 'Cy' }], ...times }
  const event = show({ ...booking, items: [...booking.items, second] } as Booking)
  const press = (key: string) => fireEvent.keyDown(event, { key, shiftKey: true })
  press('ArrowRight')
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onDrop).not.toHaveBeenCalled()
  press('ArrowDown')
  press('ArrowRight')
  fireEvent.keyUp(event, { key: 'Shift' })
  expect(onDrop.mock.lastCall).toMatchObject([{ target: columns[0], from: 615 }])
})

test('a finger moves a visit after it rested on it; one that moves at once scrolls', () => {
  vi.useFakeTimers()
  const event = show()
  const finger = { pointerType: 'touch', button: 0 }
  const move = (clientY: number) => fireEvent.pointerMove(event, { ...finger, clientY })
  fireEvent.pointerDown(event, { ...finger, clientY: 100 })
  move(160)
  fireEvent.pointerUp(event, { ...finger, clientY: 160 })
  expect(onDrop).not.toHaveBeenCalled()
  fireEvent.pointerDown(event, { ...finger, clientY: 100 })
  act(() => void vi.advanceTimersByTime(400))
  move(160)
  expect(event.dataset.time).toMatch(/^11:00.AM$/)
  fireEvent.pointerUp(event, { ...finger, clientY: 160 })
  expect(onDrop.mock.lastCall).toMatchObject([{ target: columns[0], from: 660, minutes: null }])
})

test('a mouse moves a visit at once; a drag that is cancelled, or is only a click, leaves it where it is', () => {
  const event = show()
  const drag = (distance: number, end: 'pointerUp' | 'pointerCancel') => {
    fireEvent.pointerDown(event, { button: 0, clientY: 100 })
    fireEvent.pointerMove(event, { clientY: 100 + distance })
    const { transform } = event.style
    fireEvent[end](event, { clientY: 100 + distance })
    return [transform !== '', event.style.transform, onDrop.mock.calls.length]
  }
  expect(drag(60, 'pointerCancel')).toEqual([true, '', 0])
  expect(drag(3, 'pointerUp')).toEqual([false, '', 0])
  expect(drag(60, 'pointerUp')).toEqual([true, '', 1])
})

test('a column says who has the day off', () => {
  show()
  expect(screen.getByRole('heading', { name: /^Ben/ }).textContent).toBe('BenVacation')
})

test('moving or resizing a later day of a visit changes the whole visit', () => {
  const days = ['2027-06-01', '2027-06-02', '2027-06-03'].map((date) => ({
    key: date,
    label: '',
    date,
    resourceID: null,
  }))
  const long = {
    ...booking,
    localStartsOn: '2027-06-01T10:00',
    ...{ startsOnUtc: '2027-06-01T10:00:00Z', endsOnUtc: '2027-06-02T08:00:00Z' },
  }
  const [placed] = placeEvents(days, { bookings: [long], blocks: [], delays: [] }, 'UTC').get('2027-06-02') ?? []
  const [, source, target] = days
  if (!placed || !source || !target) throw new Error('The visit has no second day.')
  const drop = { placed, source, target: source, from: placed.from, minutes: null }
  expect(moveOf({ ...drop, target, from: 30 }, 'UTC')?.startsOnUtc).toBe('2027-06-02T10:30:00Z')
  expect(moveOf({ ...drop, minutes: 7 * 60 }, 'UTC')).toMatchObject({
    startsOnUtc: long.startsOnUtc,
    durationMinutes: 21 * 60,
  })
})

test('a visit past midnight shows its own start while it is moved or resized, which is done where it ends', () => {
  const days = ['2027-06-01', '2027-06-02'].map((date) => ({ key: date, label: '', date, resourceID: null }))
  const night = { ...booking, startsOnUtc: '2027-06-01T22:30:00Z', endsOnUtc: '2027-06-02T01:00:00Z' }
  const placed = placeEvents(days, { bookings: [night], blocks: [], delays: [] }, 'UTC')
  const [[first] = [], [last] = []] = days.map(({ key }) => placed.get(key))
  const [, source] = days
  if (!first || !last || !source) throw new Error('The visit has no two days.')
  expect([canResize(first), canResize(last)]).toEqual([false, true])
  const timeOf = (changes: object) => {
    const element = document.createElement('div')
    const drop = { placed: last, source, target: source, from: last.from, minutes: null, ...changes }
    preview({ element, source, placed: last }, { x: 0, y: 0 }, drop)
    return element.dataset.time
  }
  expect(timeOf({ minutes: 90 })).toMatch(/^Tue 10:30.PM – 1:30.AM$/)
  expect(timeOf({ from: 30 })).toMatch(/^Tue 11:00.PM$/)
})
