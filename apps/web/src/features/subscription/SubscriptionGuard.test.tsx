import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { SubscriptionGuard } from './SubscriptionGuard.tsx'

const { get, navigate, opened } = vi.hoisted(() => ({
  get: vi.fn(),
  navigate: vi.fn(async () => undefined),
  opened: vi.fn(),
}))
vi.mock('../../ui/modal/modals.ts', () => ({ openModal: opened }))
vi.mock('../../lib/api.ts', () => ({ api: { subscription: { get } } }))
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => navigate,
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  get.mockReset()
  navigate.mockClear()
})

const MINUTE_MS = 60_000
const outage = () => Promise.reject(new TypeError('Failed to fetch'))
const state = (change: object = {}) => ({
  data: {
    subscription: {
      status: 'active',
      isSubscribed: true,
      isApplePayment: false,
      currentPeriodEnd: null,
      createdOnUtc: '2026-01-01T00:00:00.000Z',
      ...change,
    },
    isDevAdmin: false,
  },
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const banner = () => screen.queryByText(/can’t check your subscription/)

function open() {
  const cache = createQueryClient()
  renderWithProviders(<SubscriptionGuard />, cache)
  return cache
}

test('shows an outage after the second failure, retries, and signs no one out once it ends', async () => {
  get.mockImplementation(outage)
  open()
  await pass(0)
  expect(banner()).toBeNull()
  await pass(10 * MINUTE_MS)
  expect(banner()).not.toBeNull()
  expect(get.mock.calls.length).toBeGreaterThan(8)
  expect(navigate).not.toHaveBeenCalled()
  get.mockImplementation(async () => state())
  await pass(MINUTE_MS)
  expect(banner()).toBeNull()
  expect(navigate).not.toHaveBeenCalled()
})

test('an outage signs the user out after half an hour, and no sooner', async () => {
  get.mockImplementation(outage)
  open()
  await pass(25 * MINUTE_MS)
  expect(navigate).not.toHaveBeenCalled()
  await pass(15 * MINUTE_MS)
  expect(navigate).toHaveBeenCalledWith({ to: '/logout', replace: true })
})

test('a user who was let in stays signed in, however long the outage lasts', async () => {
  get.mockImplementation(async () => state())
  open()
  await pass(0)
  get.mockImplementation(outage)
  await pass(3 * 60 * MINUTE_MS)
  expect(banner()).not.toBeNull()
  expect(navigate).not.toHaveBeenCalled()
})

test.each([
  [{ status: 'trialing', isSubscribed: false }, '/payment/trial-expired'],
  [{ status: 'past_due', isSubscribed: false }, '/payment/trial-expired'],
  [{ status: 'canceled', isSubscribed: false }, '/payment/subscription-expired'],
  [{ isApplePayment: true, currentPeriodEnd: '2026-02-01T00:00:00.000Z' }, '/payment/subscription-expired'],
])('an ended subscription leads out: %j', async (change, to) => {
  vi.setSystemTime('2026-06-01T00:00:00Z')
  get.mockImplementation(async () => state(change))
  open()
  await pass(0)
  expect(navigate).toHaveBeenCalledWith({ to, replace: true })
})

test('the end of a trial is announced in the last days, and dismissed for the day', async () => {
  localStorage.clear()
  vi.setSystemTime('2026-06-01T00:00:00Z')
  const ends = (at: string) => async () => state({ status: 'trialing', currentPeriodEnd: at })
  get.mockImplementation(ends('2026-06-10T00:00:00.000Z'))
  const cache = open()
  await pass(0)
  expect(screen.queryByText(/left in your trial/)).toBeNull()
  get.mockImplementation(ends('2026-06-02T12:00:00.000Z'))
  await act(() => cache.refetchQueries())
  await pass(0)
  expect(screen.queryByText(/2 days left in your trial/)).not.toBeNull()
  act(() => screen.getByLabelText('Dismiss').click())
  expect(screen.queryByText(/left in your trial/)).toBeNull()
})

test('a trial that ends while the page is open redirects at that moment, with a dialog that says why', async () => {
  vi.setSystemTime('2026-06-01T00:00:00Z')
  const currentPeriodEnd = '2026-06-01T00:00:30.000Z'
  get.mockImplementation(async () =>
    state({ status: 'trialing', currentPeriodEnd, isSubscribed: Date.now() < Date.parse(currentPeriodEnd) }),
  )
  open()
  await pass(20_000)
  expect(navigate).not.toHaveBeenCalled()
  await pass(15_000)
  expect(navigate).toHaveBeenCalledWith({ to: '/payment/trial-expired', replace: true })
  expect(opened).toHaveBeenCalledWith('trial-limit-expired')
})
