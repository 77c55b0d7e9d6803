import type { BusinessHours } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { BusinessHoursScreen } from './BusinessHoursScreen.tsx'

const { businessHours, availability, bookings } = vi.hoisted(() => ({
  businessHours: { getList: vi.fn(), save: vi.fn() },
  availability: { outsideHours: vi.fn() },
  bookings: { get: vi.fn() },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    ...{ businessHours, availability, bookings },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => ({ userId: 'u1', roles: ['Owner'], permissions: ['admin_manage_settings'], locationIDs: null }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: { booking?: string }; children: string }) => (
    <a href={`${to}?booking=${search?.booking}`}>{children}</a>
  ),
}))

test('visits outside of the hours are listed with links while the hours are edited, and once they are saved', async () => {
  const day = [{ opens: '09:00', closes: '17:00' }]
  const hours: BusinessHours = {
    ...{ locationID: 'l1', timeZone: 'UTC', isSet: true, exceptions: [], version: 1 },
    week: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: [] },
    afterHours: { isEnabled: false, message: '' },
  }
  businessHours.getList.mockResolvedValue({ businessHours: [hours] })
  businessHours.save.mockImplementation(async (saved) => ({ ...hours, ...saved, version: 2 }))
  availability.outsideHours.mockImplementation(async ({ week }) => ({
    data: { bookingIDs: week.monday.length === 0 ? ['b1'] : [] },
  }))
  bookings.get.mockResolvedValue({
    data: { id: 'b1', contact: { name: 'Maya Chen' }, items: [], startsOnUtc: '2030-07-01T10:00:00Z', timeZone: 'UTC' },
  })
  renderWithProviders(<BusinessHoursScreen />)
  const monday = await screen.findByRole('combobox', { name: 'Monday: open or closed' })
  expect(screen.queryByText(/outside these hours/)).toBeNull()
  fireEvent.change(monday, { target: { value: 'closed' } })
  const link = await screen.findByRole('link', { name: /^Maya Chen · / })
  expect(link.getAttribute('href')).toBe('/bookings?booking=b1')
  expect(businessHours.save).not.toHaveBeenCalled()
  await waitFor(() => expect(businessHours.save).toHaveBeenCalled(), { timeout: 5000 })
  await screen.findByText('Saved')
  expect(screen.getByRole('link', { name: /^Maya Chen · / })).toBeTruthy()
})
