import type { Subscriber } from '@frontdesk/contract/api'
import type { Permission, SubscriberSearch } from '@frontdesk/contract/rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { SubscribersScreen } from './SubscribersScreen.tsx'

const { subscribers, session } = vi.hoisted(() => ({
  subscribers: {
    getList: vi.fn(),
    getStats: vi.fn(),
    getTrend: vi.fn(),
    add: vi.fn(),
    unsubscribe: vi.fn(),
    delete: vi.fn(),
  },
  session: { current: {} },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    subscribers,
    contactList: { getTags: async () => ({ tags: [] }) },
    subscription: { get: () => new Promise(() => undefined) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
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
  useNavigate: () => vi.fn(),
  useBlocker: () => ({ status: 'idle' }),
}))

const SUE: Subscriber = {
  phoneNumber: '+12125550142',
  state: 'subscribed',
  contactID: 'c1',
  name: 'Sue Subscriber',
  tags: [],
  locationID: 'l1',
  source: 'keyword',
  tenantPhoneNumber: '+12125550100',
  keyword: 'DEALS',
  joinedOnUtc: '2026-01-01T12:00:00Z',
  leftOnUtc: null,
  optOut: null,
}

function show(search: SubscriberSearch, ...permissions: Permission[]) {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Harbor Dental' }
  const onSearch = vi.fn()
  renderWithProviders(<SubscribersScreen search={search} onSearch={onSearch} />)
  return { onSearch }
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
  for (const mock of Object.values(subscribers)) mock.mockReset()
  subscribers.getList.mockResolvedValue({ data: { subscribers: [SUE], nextCursor: null } })
  const count = (n: number, isCapped = false) => ({ count: n, isCapped })
  subscribers.getStats.mockResolvedValue({
    data: { subscribed: count(10_000, true), pending: count(2), unsubscribed: count(0) },
  })
  subscribers.getTrend.mockResolvedValue({ data: { points: [], fromDay: '2026-01-01', isPartial: false } })
})

test('the tabs count, lead to their lists, and say how people joined', async () => {
  const { onSearch } = show({})
  expect(await screen.findByText('Keyword DEALS')).toBeTruthy()
  expect(await screen.findByRole('tab', { name: 'Subscribed (10,000+)' })).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Waiting for confirmation (2)' }))
  expect(onSearch).toHaveBeenCalledWith({ tab: 'pending' })
})

test('the chart is counted again at once after the user’s own changes', async () => {
  subscribers.unsubscribe.mockResolvedValue({ data: { changed: 1, isRunning: false } })
  show({}, 'campaigns_unsubscribe_contacts')
  await screen.findByText('Sue Subscriber')
  // In the time zone of the location, once that has loaded.
  await waitFor(() =>
    expect(subscribers.getTrend).toHaveBeenCalledWith(expect.objectContaining({ timeZone: 'UTC' }), expect.anything()),
  )
  subscribers.getTrend.mockClear()
  fireEvent.click(screen.getByRole('checkbox', { name: /Sue Subscriber/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unsubscribe' }))
  await waitFor(() => expect(subscribers.getTrend).toHaveBeenCalledTimes(1))
})

test('without the rights there is nothing to select, add or import', async () => {
  show({})
  await screen.findByText('Sue Subscriber')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add subscriber' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('the selected are unsubscribed with a reason; who has left cannot be unsubscribed again', async () => {
  subscribers.unsubscribe.mockResolvedValue({ data: { changed: 1, isRunning: false } })
  show({}, 'campaigns_unsubscribe_contacts')
  fireEvent.click(await screen.findByRole('checkbox', { name: /Sue Subscriber/ }))
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason (optional)'), { target: { value: 'Moved away' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Unsubscribe' }))
  await waitFor(() =>
    expect(subscribers.unsubscribe).toHaveBeenCalledWith({ phoneNumbers: [SUE.phoneNumber], reason: 'Moved away' }),
  )
})

test('nobody is added without a statement of consent', async () => {
  subscribers.add.mockResolvedValue({ data: SUE })
  show({}, 'contacts_edit')
  fireEvent.click(await screen.findByRole('button', { name: 'Add subscriber' }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Add subscriber' }))
  fireEvent.change(dialog.getByLabelText(/^Phone number/), { target: { value: '212 555 0142' } })
  submit()
  expect(await dialog.findByText('Only add people who agreed.')).toBeTruthy()
  expect(subscribers.add).not.toHaveBeenCalled()
  fireEvent.change(dialog.getByLabelText(/^What they agreed to/), { target: { value: 'Signed up' } })
  fireEvent.click(dialog.getByRole('checkbox'))
  submit()
  await waitFor(() =>
    expect(subscribers.add).toHaveBeenCalledWith(
      expect.objectContaining({ phone: '212 555 0142', source: 'in-person', wording: 'Signed up' }),
    ),
  )
})

test('those who left are listed with how they did', async () => {
  const left = (n: number, optOut: Subscriber['optOut']): Subscriber => ({
    ...SUE,
    phoneNumber: `+1212555014${n}`,
    state: 'unsubscribed',
    leftOnUtc: '2026-02-01T12:00:00Z',
    optOut,
  })
  const list = [
    left(1, { source: 'text', wording: 'STOP', recordedBy: null }),
    left(2, { source: 'text', wording: 'no more offers', recordedBy: 'Olivia' }),
    left(3, { source: 'teammate', wording: 'Moved away', recordedBy: 'Olivia' }),
    left(4, { source: 'phone-call', wording: 'No offers', recordedBy: 'Olivia' }),
    left(5, { source: 'carrier', wording: '', recordedBy: null }),
  ]
  subscribers.getList.mockResolvedValue({ data: { subscribers: list, nextCursor: null } })
  show({ tab: 'unsubscribed' })
  await screen.findByText('Texted “STOP”')
  screen.getByText('Texted “no more offers”, recorded by Olivia')
  screen.getByText('By Olivia: Moved away')
  screen.getByText('On the phone, recorded by Olivia')
  screen.getByText('Reported by the carrier')
  // When and how they left fit on the screen.
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles.filter(Boolean)).toEqual(['Name', 'Phone number', 'Left on', 'How they left', 'Source'])
})
