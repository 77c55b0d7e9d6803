import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime } from '../../lib/server-time.ts'
import { aConversation } from '../../testing/a-conversation.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ChannelWindow, useChannelWindow } from './ChannelWindow.tsx'

const NOW = Date.parse('2026-03-08T17:00:00.000Z')
const HOUR = 3_600_000
const answerAt = (instant: number) => new Response(null, { headers: { date: new Date(instant).toUTCString() } })

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(NOW)
})
afterEach(() => {
  noteServerTime(answerAt(Date.now()))
  vi.useRealTimers()
})

function Shown({ endsAt }: { endsAt: number | null }) {
  const conversation = aConversation(1, {
    channelWindowEndsUTC: endsAt === null ? null : new Date(endsAt).toISOString(),
  })
  const left = useChannelWindow(conversation)
  return (
    <>
      <output>{String(left)}</output>
      {left !== null && <ChannelWindow conversation={conversation} left={left} />}
    </>
  )
}

test('shows nothing for a channel without a window, or with hours left', () => {
  const { rerender } = renderWithProviders(<Shown endsAt={null} />)
  expect(screen.queryByRole('note')).toBeNull()
  rerender(<Shown endsAt={NOW + 7 * HOUR} />)
  expect(screen.queryByRole('note')).toBeNull()
})

test('counts down to the second in the last hour, and then says what to do', () => {
  renderWithProviders(<Shown endsAt={NOW + 2.5 * HOUR} />)
  expect(screen.getByRole('note').textContent).toContain('until 3:30 PM')
  expect(screen.getByRole('timer').textContent).toBe('2 h 30 min left')
  act(() => void vi.advanceTimersByTime(2.5 * HOUR - 61_000))
  expect(screen.getByRole('timer').textContent).toBe('1:01 left')
  expect(screen.getByRole('note').dataset.kind).toBe('warning')
  act(() => void vi.advanceTimersByTime(61_000))
  expect(screen.getByRole('note').textContent).toBe(
    'The time to reply here has passed. You can write again once they message you.',
  )
})

test('a device whose clock is two hours behind counts by the server’s clock', () => {
  noteServerTime(answerAt(NOW + 2 * HOUR), NOW)
  renderWithProviders(<Shown endsAt={NOW + 2 * HOUR + 90_000} />)
  expect(screen.getByRole('timer').textContent).toBe('1:30 left')
})
