import type { Permission } from '@frontdesk/contract/rules'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { MarketingFrame } from './MarketingFrame.tsx'

const { session, screenSize } = vi.hoisted(() => ({ session: { current: {} }, screenSize: { isPhone: false } }))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
vi.mock('../../ui/layout/use-viewport.ts', () => ({ useIsPhone: () => screenSize.isPhone }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, activeOptions: _active, ...rest }: { to: string; activeOptions?: unknown }) => <a href={to} {...rest} />,
  useLocation: () => '/marketing',
}))

function show(isPhone: boolean, ...permissions: Permission[]) {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Harbor Dental' }
  screenSize.isPhone = isPhone
  renderWithProviders(<MarketingFrame>the page</MarketingFrame>)
}

test('automations are listed for roles that may see them', () => {
  show(false, 'automations_view')
  expect(screen.getByRole('link', { name: 'Automations' })).toBeTruthy()
})

test('they are not listed otherwise; pages that explain who has access are', async () => {
  show(false)
  expect(screen.queryByText('Automations')).toBeNull()
  expect(screen.getByRole('link', { name: 'Groups' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Marketing settings' })).toBeTruthy()
})

test('the menu of a phone has the same pages', async () => {
  show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Campaigns' }))
  expect(await screen.findByRole('menuitem', { name: 'Subscribers' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Automations' })).toBeNull()
})
