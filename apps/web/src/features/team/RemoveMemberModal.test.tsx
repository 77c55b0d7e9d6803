import type { TeamMember } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { RemoveMemberModal } from './RemoveMemberModal.tsx'

const { getStats } = vi.hoisted(() => ({ getStats: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookings: { getStats },
    bookingResources: {
      getList: async () => ({
        data: {
          resources: [
            { id: 'r1', userID: 'u1' },
            { id: 'r2', userID: 'u2' },
          ],
        },
      }),
    },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, ...rest }: { to: string; search: Record<string, string> }) => (
    <a href={`${to}?${new URLSearchParams(search)}`} {...rest} />
  ),
}))

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const member = { id: 'u2', displayName: 'Sofia Reyes', openConversations: 0 } as TeamMember

function show(onClose = vi.fn()) {
  renderWithProviders(<RemoveMemberModal member={member} members={[member]} onClose={onClose} />)
  return onClose
}

test('says how many visits the teammate has ahead, with a link to them', async () => {
  const counts = [
    { status: 'booked', count: 3 },
    { status: 'confirmed', count: 1 },
  ]
  getStats.mockResolvedValue({ data: { counts, busyCount: 0, isTooMany: false } })
  const onClose = show()
  const link = await screen.findByRole('link', { name: '4 upcoming visits' })
  expect(getStats.mock.lastCall?.[0]).toMatchObject({
    resourceIDs: ['r2'],
    statuses: ['requested', 'booked', 'confirmed'],
    startDateTimeUTC: expect.any(String),
  })
  const { searchParams } = new URL(link.getAttribute('href') ?? '', 'https://frontdesk.test')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ view: 'all', teammate: 'r2', status: 'requested,booked,confirmed', range: 'custom' },
  })
  fireEvent.click(link)
  expect(onClose).toHaveBeenCalled()
})

test('says nothing about visits where there are none', async () => {
  getStats.mockResolvedValue({ data: { counts: [], busyCount: 2, isTooMany: false } })
  show()
  await waitFor(() => expect(getStats).toHaveBeenCalled())
  expect(screen.queryByRole('link')).toBeNull()
})
