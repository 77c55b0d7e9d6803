import type { BookingResource, BookingService } from '@frontdesk/contract/api'
import type { Permission } from '@frontdesk/contract/rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { NewServiceScreen, ServiceScreen } from './ServiceScreen.tsx'
import { ServicesScreen } from './ServicesScreen.tsx'
import { noticeOf, priceAmount } from './service-values.ts'

const { bookingServices, bookings, session, confirm } = vi.hoisted(() => ({
  bookingServices: { getList: vi.fn(), get: vi.fn(), save: vi.fn(), setArchived: vi.fn(), reorder: vi.fn() },
  bookings: { getList: vi.fn() },
  session: { current: {} },
  confirm: vi.fn(),
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookingServices,
    bookings,
    bookingResources: { getList: async () => ({ data: { resources: [aResource()] } }) },
    sending: { getSettings: async () => ({ data: { currency: 'USD' } }) },
    presence: { getList: async () => ({ data: { people: [] } }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../ui/modal/confirm.ts', () => ({ confirm }))
// jsdom does not know the element it renders.
vi.mock('../../ui/list/FilterBar.tsx', async (original) => ({
  ...(await original()),
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params: _params, search: _search, ...rest }: { to: string; params?: unknown; search?: unknown }) => (
    <a href={to} {...rest} />
  ),
  useBlocker: () => ({ status: 'idle' }),
}))

const signIn = (...permissions: Permission[]) => {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Harbor Dental' }
}

const aResource = (): BookingResource => ({
  id: 'r1',
  kind: 'teammate',
  userID: 'u1',
  name: 'Ana Silva',
  pictureUrl: null,
  locationIDs: ['l1'],
  isArchived: false,
  isOwn: true,
  version: 1,
})

const aService = (values: Partial<BookingService> = {}): BookingService => ({
  id: 's1',
  name: 'Haircut',
  description: '',
  pictureURL: null,
  color: '#0070ac',
  durations: [45],
  priceAmount: 4550,
  paymentKind: 'none',
  deposit: null,
  currency: 'USD',
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  noticeMinutes: 60,
  horizonDays: 90,
  stepMinutes: 30,
  dayMax: null,
  personMax: null,
  seats: 1,
  isOnline: true,
  requiresApproval: false,
  questions: [],
  followOns: [],
  locationIDs: [],
  resourceIDs: ['r1'],
  isArchived: false,
  upcomingBookings: null,
  version: 1,
  ...values,
})

const offer = (...services: BookingService[]) => bookingServices.getList.mockResolvedValue({ data: { services } })

function show(content: ReactNode) {
  renderWithProviders(content)
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  for (const mock of [...Object.values(bookingServices), bookings.getList, confirm]) mock.mockReset()
  signIn('admin_manage_settings')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
})

test('the list shows length, price and who provides each, archived ones when asked for', async () => {
  offer(aService(), aService({ id: 's2', name: 'Perm', isArchived: true, upcomingBookings: 2, resourceIDs: [] }))
  show(<ServicesScreen onOpen={() => undefined} />)
  await screen.findByText('Haircut')
  screen.getByText('45 min')
  screen.getByText('$45.50')
  await screen.findByText('Ana Silva')
  expect(screen.queryByText('Perm')).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Show archived' }))
  await screen.findByText('2 upcoming bookings')
})

test('without the permission there are no buttons to change anything', async () => {
  signIn()
  offer(aService(), aService({ id: 's2', name: 'Perm' }))
  show(<ServicesScreen onOpen={() => undefined} />)
  await screen.findByText('Haircut')
  expect(screen.queryByText('New service')).toBeNull()
  expect(screen.queryByText('Change order')).toBeNull()
  press('Actions for Haircut')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Details'])
})

test('an empty list starts with the first service', async () => {
  offer()
  show(<ServicesScreen onOpen={() => undefined} />)
  await screen.findByText('No services yet')
  expect(screen.getAllByText('New service')).toHaveLength(2)
})

test('archiving says how many upcoming bookings stay', async () => {
  offer(aService())
  bookings.getList.mockResolvedValue({ data: { bookings: [{}, {}] }, paging: { hasNextPage: false } })
  bookingServices.setArchived.mockResolvedValue({ data: aService({ isArchived: true }) })
  show(<ServicesScreen onOpen={() => undefined} />)
  await screen.findByText('Haircut')
  press('Actions for Haircut')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Archive…' }))
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
  const { title, text, act } = confirm.mock.calls[0]?.[0] ?? {}
  expect([title, text]).toEqual([
    'Archive Haircut?',
    'It can no longer be booked. Its 2 upcoming bookings stay as they are. You can restore it at any time.',
  ])
  await act()
  expect(bookingServices.setArchived).toHaveBeenCalledWith({ id: 's1', isArchived: true })
})

test('the order is changed by buttons and by dragging, and saved at once', async () => {
  const services = [aService(), aService({ id: 's2', name: 'Perm' }), aService({ id: 's3', name: 'Color' })]
  offer(...services)
  bookingServices.reorder.mockResolvedValue({ data: { services } })
  show(<ServicesScreen onOpen={() => undefined} />)
  await screen.findByText('Haircut')
  press('Change order')
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move Haircut down' }))
  await waitFor(() => expect(bookingServices.reorder).toHaveBeenCalledWith({ ids: ['s2', 's1', 's3'] }))
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')[0]?.textContent).toContain('Haircut'))

  const rows = within(dialog).getAllByRole('listitem')
  const handle = rows[2]?.querySelector('[draggable]')
  if (!handle || !rows[0]) throw new Error('There is nothing to drag.')
  const dataTransfer = { setData: () => undefined, setDragImage: () => undefined }
  fireEvent.dragStart(handle, { dataTransfer })
  fireEvent.dragOver(rows[0])
  expect(rows[0].dataset.drop).toBe('before')
  fireEvent.drop(rows[0])
  await waitFor(() => expect(bookingServices.reorder).toHaveBeenLastCalledWith({ ids: ['s3', 's1', 's2'] }))
})

test('a new service needs a name, and says in words what its values mean', async () => {
  offer()
  bookingServices.save.mockResolvedValue({ data: aService() })
  const onSaved = vi.fn()
  show(<NewServiceScreen onSaved={onSaved} />)
  await screen.findByText('Takes 30 minutes.')
  screen.getByText('Can be booked from 1 hour to 90 days ahead.')
  screen.getByText('It can’t be booked yet: choose who or what provides it.')
  press('Save')
  await screen.findByText('This is required.')
  expect(bookingServices.save).not.toHaveBeenCalled()
  type('Name', 'Haircut')
  type('Price', '45.5')
  type('Kept free after', '10')
  await screen.findByText('Takes 30 minutes, with 10 minutes after it.')
  press('Add a question')
  expect(document.activeElement).toBe(screen.getByLabelText('Question 1'))
  type('Question 1', 'Any allergies?')
  press('Save')
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('s1'))
  expect(bookingServices.save.mock.calls[0]?.[0]).toMatchObject({
    name: 'Haircut',
    durations: [30],
    priceAmount: 4550,
    bufferAfterMinutes: 10,
    noticeMinutes: 60,
    seats: 1,
    questions: [{ text: 'Any allergies?', isRequired: false }],
  })
})

test('lengths outside the limits and services that were not chosen are refused', async () => {
  offer(aService())
  show(<NewServiceScreen onSaved={() => undefined} />)
  await screen.findByText('Takes 30 minutes.')
  type('Name', 'Color')
  type('Length in minutes', '')
  press('Add a service that follows')
  press('Save')
  await screen.findByText('A length is between 5 minutes and 12 hours.')
  screen.getByText('Choose each service, or remove it.')
  expect(bookingServices.save).not.toHaveBeenCalled()
})

test('own edits stay when a teammate saved something else meanwhile', async () => {
  offer(aService())
  bookingServices.get.mockResolvedValue({ data: aService() })
  show(<ServiceScreen id="s1" />)
  await screen.findByDisplayValue('Haircut')
  bookingServices.save.mockRejectedValueOnce(Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' }))
  bookingServices.get.mockResolvedValue({ data: aService({ name: 'Cut', version: 2 }) })
  type('Description', 'With a wash')
  press('Save')
  await screen.findByText('Their changes to these are in the form: Name.')
  expect([field('Name').value, field('Description').value]).toEqual(['Cut', 'With a wash'])
})

test('a deposit that a teammate changed too is shown with all its decimals', async () => {
  const depositOf = (rate: number) => ({ paymentKind: 'deposit', deposit: { kind: 'percent', rate } }) as const
  bookingServices.get.mockResolvedValue({ data: aService(depositOf(20_000)) })
  show(<ServiceScreen id="s1" />)
  await screen.findByDisplayValue('Haircut')
  bookingServices.save.mockRejectedValueOnce(Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' }))
  bookingServices.get.mockResolvedValue({ data: aService({ ...depositOf(9975), version: 2 }) })
  type('Deposit in percent', '33.333')
  press('Save')
  await screen.findByText('A deposit: 9.975%')
  screen.getByText('A deposit: 33.333%')
})

test('those who may not change a service see it as text', async () => {
  signIn()
  offer(aService())
  bookingServices.get.mockResolvedValue({ data: aService({ description: 'With a wash' }) })
  show(<ServiceScreen id="s1" />)
  await screen.findByText('With a wash')
  screen.getByText('To change this service, you need the “Manage settings” permission.')
  screen.getByText('Each visit takes Ana Silva.')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a service that does not exist says so', async () => {
  bookingServices.get.mockRejectedValue(Object.assign(new Error('gone'), { code: 'ServiceNotFound' }))
  show(<ServiceScreen id="s1" />)
  await screen.findByText('We can’t find this service')
})

test('prices are in the smallest unit, and notices in the largest unit that fits', () => {
  expect([
    priceAmount({ price: 45.5 }, 'USD'),
    priceAmount({ price: '' }, 'USD'),
    priceAmount({ price: 45 }, 'JPY'),
  ]).toEqual([4550, null, 45])
  expect([noticeOf(0), noticeOf(90), noticeOf(120), noticeOf(2880)]).toEqual([
    { notice: 0, noticeUnit: 'hours' },
    { notice: 90, noticeUnit: 'minutes' },
    { notice: 2, noticeUnit: 'hours' },
    { notice: 2, noticeUnit: 'days' },
  ])
})

test('an archived service leads to the bookings that it still has', async () => {
  signIn('admin_manage_settings')
  bookingServices.get.mockResolvedValue({ data: { ...aService(), isArchived: true, upcomingBookings: 2 } })
  show(<ServiceScreen id="s1" />)
  await screen.findByText(/Its 2 upcoming bookings stay as they are/)
  expect(screen.getByRole('link', { name: 'Show upcoming bookings' }).getAttribute('href')).toBe('/bookings')
})
