import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionState } from '../../lib/realtime/connection-state.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ConnectionBanner, STAYS_AWAY_MS } from './ConnectionBanner.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => connectionState.set('connecting'))
  vi.useRealTimers()
})

const show = () => renderWithProviders(<ConnectionBanner />)
const go = (state: 'online' | 'offline') => act(() => connectionState.set(state))
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a connection that never opened says so, and so does one that stays lost; a short interruption says nothing', () => {
  show()
  go('offline')
  wait(STAYS_AWAY_MS - 1)
  expect(screen.queryByRole('status')).toBeNull()
  wait(1)
  expect(screen.getByRole('status').textContent).toContain('Unable to connect: Connection is not initialized.')
  go('online')
  expect(screen.queryByRole('status')).toBeNull()
  go('offline')
  wait(STAYS_AWAY_MS / 2)
  go('online')
  go('offline')
  wait(STAYS_AWAY_MS / 2)
  expect(screen.queryByRole('status')).toBeNull()
  wait(STAYS_AWAY_MS / 2)
  expect(screen.getByRole('status').textContent).toContain('Twilio instance not available after waiting.')
  const connect = vi.fn()
  connectionState.onConnectNow(connect)
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(connect).toHaveBeenCalledOnce()
})
