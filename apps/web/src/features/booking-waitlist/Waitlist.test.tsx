import type { BookingService, WaitlistEntry } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createWrapper, renderWithProviders } from '../../testing/render-with-providers.tsx'
import { AddToWaitlistModal } from './AddToWaitlistModal.tsx'
import { useWaitlistColumns } from './use-waitlist-columns.tsx'

const { bookingWaitlist } = vi.hoisted(() => ({ bookingWaitlist: { add: vi.fn(), remove: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookingWaitlist,
    bookingServices: { getList: async () => ({ data: { services: [SERVICE] } }) },
    bookingResources: { getList: async () => ({ data: { resources: [] } }) },
    bookingConfigs: { get: async () => ({ data: { waitlist: { isEnabled: false, holdMinutes: 10 } } }) },
    contacts: { suggest: async () => ({ contacts: [] }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))

const SERVICE = {
  id: 's1',
  name: 'Haircut',
  color: '#0070ac',
  durations: [30],
  priceAmount: null,
  currency: 'USD',
  locationIDs: [],
  resourceIDs: [],
  questions: [],
  followOns: [],
  isArchived: false,
} as unknown as BookingService

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.clearAllMocks()
})

test('a contact waits for a service with the days that suit them, and it says while nobody is texted', async () => {
  bookingWaitlist.add.mockResolvedValue({ data: {} })
  const onClose = vi.fn()
  renderWithProviders(
    <AddToWaitlistModal contact={{ id: 'c1', name: 'Maya Chen', phone: '+12065550142' }} onClose={onClose} />,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Tue' }))
  expect(await screen.findByText(/Waitlist texts are turned off/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookingWaitlist.add).toHaveBeenCalledWith(
    expect.objectContaining({ contactID: 'c1', locationID: 'l1', items: [{ serviceID: 's1' }], weekdays: ['tuesday'] }),
  )
})

test('the list says why someone was passed over, and hides who may not be seen', () => {
  const { result } = renderHook(() => useWaitlistColumns(), { wrapper: createWrapper() })
  const cellOf = (key: string, entry: WaitlistEntry) => result.current.find((column) => column.key === key)?.cell(entry)
  const entry: WaitlistEntry = {
    id: 'w1',
    isBusy: false,
    locationID: 'l1',
    contact: { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: null },
    services: [{ id: 's1', name: 'Haircut' }],
    resources: [],
    preferences: {
      firstDate: '2026-12-01',
      lastDate: '2026-12-04',
      weekdays: ['tuesday'],
      timeFrom: '15:00',
      timeUntil: null,
    },
    state: 'waiting',
    offered: null,
    skipped: { reason: 'opted-out', onUtc: '2026-11-25T12:00:00.000Z' },
    bookingID: null,
    addedOnUtc: '2026-11-25T12:00:00.000Z',
    addedBy: 'Alex',
  }
  expect(cellOf('state', entry)).toBe('Skipped: Opted out')
  expect(cellOf('preferences', entry)).toBe('Dec 1 – Dec 4, Tue, from 3:00 PM')
  const hidden = { ...entry, isBusy: true, contact: null, preferences: null, skipped: null }
  expect([cellOf('contact', hidden), cellOf('remove', hidden)]).toEqual(['Someone', false])
})
