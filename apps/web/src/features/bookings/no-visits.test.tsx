import type { Permission } from '@frontdesk/contract/rules'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { NoVisits } from './NoVisits.tsx'

const { getList, openModal, session } = vi.hoisted(() => ({
  getList: vi.fn(),
  openModal: vi.fn(),
  session: { current: {} },
}))
vi.mock('../../lib/api.ts', () => ({ api: { bookingServices: { getList } } }))
vi.mock('../../ui/modal/modals.ts', () => ({ openModal }))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
vi.mock('@tanstack/react-router', () => ({ Link: ({ to, ...rest }: { to: string }) => <a href={to} {...rest} /> }))

function show(services: object[], ...permissions: Permission[]) {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null }
  getList.mockResolvedValue({ data: { services } })
  renderWithProviders(<NoVisits title="No visits today" text="Visits show up here." />)
}
const archived = { id: 's1', isArchived: true, followOns: [] }

test('a business without services is led to add one, by those who may', async () => {
  show([archived], 'admin_manage_settings')
  const link = await screen.findByRole('link', { name: 'Add a service' })
  expect(link.getAttribute('href')).toBe('/bookings/services')
  expect(screen.queryByRole('button', { name: 'Book' })).toBeNull()
})

test('others are told whom to ask', async () => {
  show([])
  expect(await screen.findByText(/Ask someone who manages the settings/)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('with a service, an empty day offers to book', async () => {
  show([archived, { ...archived, id: 's2', isArchived: false }])
  fireEvent.click(await screen.findByRole('button', { name: 'Book' }))
  expect(openModal).toHaveBeenCalledWith('book', {})
  expect(screen.getByText('Visits show up here.')).toBeDefined()
})
