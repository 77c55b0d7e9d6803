// Mocks and helpers for the tests of campaigns. The screens are imported here because mocks apply to later imports
// only.

import type { Campaign } from '@frontdesk/contract/api'
import type { Permission } from '@frontdesk/contract/rules'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, vi } from 'vitest'
import { PREFLIGHT, PREVIEW } from '../../testing/a-campaign.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { CampaignMetricsScreen } from './CampaignMetricsScreen.tsx'
import { CampaignScreen } from './CampaignScreen.tsx'
import { CampaignsScreen } from './CampaignsScreen.tsx'

const { campaigns, session, settings, suggest, getRecipients, getRegistrations } = vi.hoisted(() => ({
  campaigns: {
    getList: vi.fn(),
    get: vi.fn(),
    getSteps: vi.fn(),
    save: vi.fn(),
    preview: vi.fn(),
    previewForContact: vi.fn(),
    preflight: vi.fn(),
    getApprovalLimit: vi.fn(),
    sendTest: vi.fn(),
    start: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    approve: vi.fn(),
    decideMissed: vi.fn(),
  },
  session: { current: {} },
  settings: { current: {} },
  suggest: vi.fn(),
  getRecipients: vi.fn(),
  getRegistrations: vi.fn(),
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    campaigns,
    contacts: { suggest },
    groupMessages: { getRecipients },
    groups: { getList: async () => ({ data: { groups: [] } }) },
    contactSegments: { getList: async () => ({ segments: [{ id: 's1', name: 'Big spenders' }] }) },
    contactList: { getTags: async () => ({ tags: [] }) },
    phoneNumbers: { getRegistrations },
    sending: { getSettings: async () => ({ data: { approvalAbove: null, ...settings.current } }) },
    templates: { getList: async () => ({ templates: [] }) },
    subscription: { get: async () => ({ data: { subscription: { status: 'active' }, isDevAdmin: false } }) },
    presence: { getList: async () => ({ data: { people: [{ isOwner: true, userName: 'Olivia Hart' }] } }) },
    locations: {
      getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'Pacific/Honolulu' }] }),
    },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
// jsdom does not know the element `search`.
vi.mock('../../ui/list/FilterBar.tsx', () => ({
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
  ListSearch: () => null,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params: _params, ...rest }: { to: string; params?: unknown }) => <a href={to} {...rest} />,
  useBlocker: () => ({ status: 'idle' }),
}))

export { campaigns, getRecipients, getRegistrations, settings, suggest }

export const signIn = (...permissions: Permission[]) => {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Harbor Dental' }
}

function show(content: ReactNode) {
  renderWithProviders(content)
}

const ignore = () => undefined
export const showList = (rows: Campaign[], search = {}) => {
  campaigns.getList.mockResolvedValue({ data: { campaigns: rows, nextCursor: null } })
  show(<CampaignsScreen search={search} onSearch={ignore} onStarted={ignore} />)
}

export const showMetrics = (id = 'c1') => show(<CampaignMetricsScreen id={id} />)

export function showEditor(campaign: Campaign | null, dialog: 'send' | 'test' | null = null, addedTag?: string) {
  const called = { onSaved: vi.fn(), onDialog: vi.fn(), onStarted: vi.fn(), onUpload: vi.fn() }
  if (campaign) campaigns.get.mockResolvedValue({ data: campaign })
  show(
    <CampaignScreen
      id={campaign?.id ?? null}
      filters={(_, onFilter) => (
        <button type="button" onClick={() => onFilter({ search: {}, criteria: { tagsSearch: ['vip'] } })}>
          Filter by tag
        </button>
      )}
      zone="UTC"
      dialog={dialog}
      addedTag={addedTag}
      {...called}
    />,
  )
  return called
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  for (const mock of Object.values(campaigns)) mock.mockReset()
  campaigns.preview.mockResolvedValue({ data: PREVIEW })
  campaigns.preflight.mockResolvedValue({ data: PREFLIGHT })
  campaigns.getApprovalLimit.mockResolvedValue({ data: { approvalAbove: null } })
  campaigns.getSteps.mockResolvedValue({ data: { steps: [] } })
  getRecipients.mockResolvedValue({ data: { recipients: [], nextAfter: null } })
  getRegistrations.mockResolvedValue({ data: { a2PApplicationStatus: 'Active', registrations: [] } })
  settings.current = { currency: 'USD', pricePerSegment: 0, pricePerMediaMessage: 0 }
  signIn('campaigns_create_bulk', 'campaigns_send_bulk_messages')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
})
