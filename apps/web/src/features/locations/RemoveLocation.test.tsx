import type { Location, LocationConsequences } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { RemoveLocationModal } from './RemoveLocationModal.tsx'

const { locations } = vi.hoisted(() => ({
  locations: { getConsequences: vi.fn(), getLocations: vi.fn(), remove: vi.fn() },
}))
vi.mock('../../lib/api.ts', () => ({ api: { locations } }))

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => {}

const NOTHING: LocationConsequences = {
  phoneNumbers: 0,
  openConversations: 0,
  closedConversations: 0,
  contacts: 0,
  members: 0,
  upcomingVisits: 0,
  rooms: 0,
  hasOther: false,
  hasBusinessHours: false,
}
// The dialog reads only these fields of a location.
const aLocation = (id: string, name: string) => ({ id, name, timeZone: 'UTC' }) as Location

test.each([
  { text: '2 upcoming visits', data: { upcomingVisits: 2 } },
  { text: 'Other records, such as past visits, campaigns, or payments', data: { hasOther: true } },
])('what has to move is listed, and the location is removed into another one: $text', async ({ text, data }) => {
  const downtown = aLocation('l1', 'Downtown')
  locations.getLocations.mockResolvedValue({ locations: [downtown, aLocation('l2', 'Uptown')] })
  locations.getConsequences.mockResolvedValue({ ...NOTHING, ...data })
  locations.remove.mockResolvedValue({ success: true })
  const close = vi.fn()
  renderWithProviders(<RemoveLocationModal location={downtown} onClose={close} />)
  await screen.findByText(text)
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove location' })
  expect(remove.disabled).toBe(true)
  fireEvent.click(screen.getByRole('combobox', { name: 'Move everything to' }))
  fireEvent.click(await screen.findByText('Uptown'))
  fireEvent.click(remove)
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(locations.remove).toHaveBeenCalledWith({ id: 'l1', moveToLocationID: 'l2' })
})
