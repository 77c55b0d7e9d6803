import type { Location } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { EditLocationModal } from './EditLocationModal.tsx'

const { locations } = vi.hoisted(() => ({ locations: { update: vi.fn(), getLocations: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({ api: { locations } }))

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => {}

const location: Location = {
  id: 'l1',
  tenantId: 't1',
  placeId: null,
  name: 'Downtown',
  formattedAddress: null,
  url: null,
  googleReviewUrl: null,
  website: null,
  timeZone: 'America/New_York',
  locationPhoneNumber: null,
  colorHex: null,
  createdOnUtc: '2026-11-01T12:00:00.000Z',
  version: 4,
}

test('a change of the time zone says what becomes of visits before it is saved', async () => {
  locations.update.mockResolvedValue({})
  const close = vi.fn()
  renderWithProviders(<EditLocationModal location={location} onClose={close} />)
  const notice = /Booked visits and blocked time keep their local time/
  expect(screen.queryByText(notice)).toBeNull()
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  fireEvent.click(zone)
  fireEvent.click(await screen.findByText('America / Chicago'))
  expect(screen.getByText(notice)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(locations.update).toHaveBeenCalledWith({ id: 'l1', version: 4, timeZone: 'America/Chicago' })
})
