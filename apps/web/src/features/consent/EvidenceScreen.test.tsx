import type { ConsentEvent } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { EvidenceScreen } from './EvidenceScreen.tsx'

const { confirm, consent, session } = vi.hoisted(() => ({
  confirm: vi.fn(),
  consent: { get: vi.fn(), withdraw: vi.fn() },
  session: { current: {} },
}))
vi.mock('../../ui/modal/confirm.ts', () => ({ confirm }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    consent,
    contacts: { get: async () => ({ id: 'c1', name: 'Maya Chen', phones: [{ phone: '+14165550126' }] }) },
    locations: { getLocations: async () => ({ locations: [] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

const PURCHASE: ConsentEvent = {
  ...{ id: 'e1', kind: 'purchase', purpose: 'marketing', source: 'in-person', wording: 'A cleaning' },
  ...{ phoneNumber: '+14165550126', tenantPhoneNumber: null, pageUrl: null, ipAddress: null, importFileName: null },
  ...{ agreedOn: '2026-11-20', isWithdrawn: false, recordedBy: 'Olivia Hart', message: null },
  createdOnUtc: '2026-11-21T10:00:00Z',
}

function show(permissions: string[], events: readonly ConsentEvent[], values: object = {}) {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, ...values }
  consent.get.mockResolvedValue({ numbers: [], events, nextCursor: null })
  renderWithProviders(<EvidenceScreen id="c1" />)
  return screen.findByText('A cleaning')
}

const withdrawButton = () => screen.queryByRole('button', { name: 'Withdraw…' })

test('a purchase is withdrawn once it is confirmed, and then shown as withdrawn', async () => {
  await show(['contacts_edit'], [PURCHASE, { ...PURCHASE, id: 'e0', kind: 'opt-in', wording: 'Yes, please' }])
  const [ofPurchase, ofOptIn] = screen.getAllByRole('listitem').filter((item) => item.querySelector('h3'))
  expect(within(ofOptIn as HTMLElement).queryByRole('button')).toBeNull()
  fireEvent.click(within(ofPurchase as HTMLElement).getByRole('button', { name: 'Withdraw…' }))
  expect(consent.withdraw).not.toHaveBeenCalled()
  const { title, act } = confirm.mock.lastCall?.[0] ?? {}
  expect(title).toBe('Withdraw this record?')
  consent.withdraw.mockResolvedValue({})
  consent.get.mockResolvedValue({ numbers: [], events: [{ ...PURCHASE, isWithdrawn: true }], nextCursor: null })
  await act()
  expect(consent.withdraw).toHaveBeenCalledWith({ contactId: 'c1', eventId: 'e1' })
  await screen.findByText('Withdrawn later. It no longer counts.')
  await waitFor(() => expect(withdrawButton()).toBeNull())
})

test.each([
  ['may not edit contacts', [], {}],
  ['view the screen as someone else', ['contacts_edit'], { viewingAs: 'Manager' }],
])('viewers who %s cannot withdraw it', async (_who, permissions, values) => {
  await show(permissions, [PURCHASE], values)
  expect(withdrawButton()).toBeNull()
})
