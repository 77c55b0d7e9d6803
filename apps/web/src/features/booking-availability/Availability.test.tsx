import type { BookingResource, ClosedBy, ResourceAvailability } from '@frontdesk/contract/api'
import type { Permission } from '@frontdesk/contract/rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { AvailabilityScreen } from './AvailabilityScreen.tsx'
import { type AvailabilitySearch, readAvailabilitySearch } from './availability-search.ts'

const ZONE = 'America/New_York'

const { bookingResources, bookingHours, bookingServices, bookings, availability, session } = vi.hoisted(() => ({
  bookingResources: { getList: vi.fn(), save: vi.fn(), setArchived: vi.fn() },
  bookingHours: { get: vi.fn(), save: vi.fn(), block: vi.fn(), unblock: vi.fn() },
  bookingServices: { getList: vi.fn() },
  bookings: { get: vi.fn(), getList: vi.fn(), getCalendar: vi.fn() },
  availability: { explain: vi.fn() },
  session: { current: {} },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookingResources,
    bookingHours,
    bookings,
    availability,
    bookingServices,
    contacts: { suggest: async () => ({ contacts: [MAYA] }) },
    businessHours: { getList: async () => ({ businessHours: [] }) },
    presence: { getList: async () => ({ data: { people: [{ userID: 'u2', userName: 'Bo Lind', isOwner: true }] } }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: ZONE }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params: _params, search: _search, ...rest }: { to: string; params?: unknown; search?: unknown }) => (
    <a href={to} {...rest} />
  ),
}))

const SERVICE = {
  id: 's1',
  name: 'Haircut',
  color: '#0070ac',
  durations: [45],
  priceAmount: null,
  currency: 'USD',
  noticeMinutes: 120,
  horizonDays: 90,
  dayMax: 3,
  personMax: null as number | null,
  locationIDs: [],
  resourceIDs: ['r1'],
  followOns: [],
  isArchived: false,
}

const MAYA = { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: null }

/** Parts save a moment after their last change. */
const SAVED = { timeout: 5000 }

const signIn = (...permissions: Permission[]) => {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Salon' }
}

const aResource = (values: Partial<BookingResource> = {}): BookingResource => ({
  id: 'r1',
  kind: 'teammate',
  userID: 'u1',
  name: 'Ana Silva',
  pictureUrl: null,
  locationIDs: ['l1'],
  isArchived: false,
  isOwn: true,
  version: 1,
  ...values,
})

const hoursOf = (values: Partial<ResourceAvailability> = {}): ResourceAvailability => ({
  resourceID: 'r1',
  hours: [{ locationID: 'l1', week: null }],
  exceptions: [],
  version: 1,
  ...values,
})

function show(search: AvailabilitySearch = {}) {
  const onSearch = vi.fn()
  renderWithProviders(<AvailabilityScreen search={search} onSearch={onSearch} />)
  return onSearch
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  const mocks = [bookingResources, bookingHours, bookings, availability].flatMap((service) => Object.values(service))
  for (const mock of mocks) mock.mockReset()
  bookingResources.getList.mockResolvedValue({ data: { resources: [aResource()] } })
  bookingServices.getList.mockResolvedValue({ data: { services: [SERVICE] } })
  bookingHours.get.mockResolvedValue({ data: hoursOf() })
  bookingHours.save.mockImplementation(async ({ hours, exceptions, version }) => ({
    data: { resourceID: 'r1', hours, exceptions, version: version + 1, bookingsOutside: [] },
  }))
  bookings.getCalendar.mockResolvedValue({ data: { bookings: [], blocks: [], isTruncated: false } })
  bookings.getList.mockResolvedValue({ data: { bookings: [] } })
  signIn()
})

test('teammates change their own hours, which stop following the business hours', async () => {
  show()
  await screen.findByText('Follows business hours')
  const follows = screen.getByRole<HTMLInputElement>('switch', { name: 'Follows business hours' })
  expect(follows.checked).toBe(true)
  fireEvent.click(follows)
  await screen.findByText('Monday')
  await waitFor(() => expect(bookingHours.save).toHaveBeenCalledOnce(), SAVED)
  const [saved] = bookingHours.save.mock.calls[0] ?? []
  expect(saved).toMatchObject({ resourceID: 'r1', version: 1, exceptions: [] })
  expect(saved.hours[0].week.monday).toEqual([{ opens: '09:00', closes: '17:00' }])
  await screen.findByText('Saved')
})

test('time off is planned from a first to a last day, and the bookings it leaves outside are listed', async () => {
  bookingHours.save.mockResolvedValueOnce({ data: { ...hoursOf({ version: 2 }), bookingsOutside: ['b1'] } })
  bookings.get.mockResolvedValue({
    data: {
      id: 'b1',
      contact: { name: 'Maria Lopez' },
      items: [],
      startsOnUtc: '2030-07-02T14:00:00Z',
      timeZone: ZONE,
    },
  })
  show()
  await screen.findByText('No time off planned.')
  press('Add time off')
  await screen.findByRole('dialog')
  type('First day', '7/1/2030')
  type('Last day', '7/3/2030')
  type('Reason', 'Vacation')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(bookingHours.save).toHaveBeenCalledOnce(), SAVED)
  expect(bookingHours.save.mock.calls[0]?.[0].exceptions).toEqual(
    ['2030-07-01', '2030-07-02', '2030-07-03'].map((date) => ({ date, name: 'Vacation', spans: [] })),
  )
  await screen.findByText(/1 upcoming booking is outside these hours/)
  await screen.findByText(/^Maria Lopez · Jul 2, 2030 at 10:00 AM/)
})

test('a block is in the time zone of the location, and ends with the day at midnight', async () => {
  bookingHours.block.mockResolvedValue({ data: {} })
  show()
  await screen.findByText('No blocked times.')
  press('Block time')
  const dialog = await screen.findByRole('dialog')
  type('Date', '7/1/2030')
  const time = (name: string, value: string) => {
    const input = within(dialog).getByRole('combobox', { name })
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value } })
    fireEvent.blur(input)
  }
  time('From', '10:00 PM')
  time('Until', '9:00 PM')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Block time' }))
  await screen.findByText('Choose a time after the first one.')
  expect(bookingHours.block).not.toHaveBeenCalled()
  time('Until', '12:00 AM')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Block time' }))
  await waitFor(() =>
    expect(bookingHours.block).toHaveBeenCalledWith({
      ...{ resourceID: 'r1', locationID: 'l1' },
      startsOnUtc: '2030-07-02T02:00:00Z',
      endsOnUtc: '2030-07-02T04:00:00Z',
      reason: '',
    }),
  )
})

test('the visits in a blocked time are listed before it is blocked and after', async () => {
  const at = (time: string) => `2030-07-01T${time}:00Z`
  const aVisit = (id: string, name: string, [from, until]: [string, string], resourceID = 'r1') => ({
    ...{ id, status: 'booked', timeZone: ZONE, startsOnUtc: at(from), contact: { name } },
    items: [{ startsOnUtc: at(from), endsOnUtc: at(until), resources: [{ id: resourceID }] }],
  })
  const visits = [
    aVisit('b1', 'Maria Lopez', ['13:30', '14:30']),
    aVisit('b2', 'Tom Before', ['13:00', '14:00']),
    aVisit('b3', 'Ida Elsewhere', ['14:00', '15:00'], 'r9'),
  ]
  const block = { id: 'k1', resourceID: 'r1', startsOnUtc: at('14:00'), endsOnUtc: at('15:00'), reason: '' }
  bookings.getList.mockResolvedValue({ data: { bookings: visits } })
  bookings.getCalendar.mockResolvedValue({ data: { bookings: visits, blocks: [block], isTruncated: false } })
  show()
  const blocked = (await screen.findByText(/^Monday, Jul 1, 2030, 10:00.AM/)).closest('li') as HTMLElement
  const links = (inside: HTMLElement) =>
    within(inside)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(links(blocked)).toEqual([expect.stringMatching(/^Maria Lopez · Jul 1, 2030 at 9:30.AM/)])
  press('Block time')
  const dialog = await screen.findByRole('dialog')
  type('Date', '7/1/2030')
  for (const [name, value] of [
    ['From', '10:00 AM'],
    ['Until', '11:00 AM'],
  ] as const) {
    const input = within(dialog).getByRole('combobox', { name })
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value } })
    fireEvent.blur(input)
  }
  await within(dialog).findByText(/^1 booking is in this time/)
  expect(links(dialog)).toEqual([expect.stringMatching(/^Maria Lopez/)])
  expect(bookings.getList.mock.lastCall?.[0]).toMatchObject({ resourceIDs: ['r1'], endDateTimeUTC: at('15:00') })
})

test('of many visits in a blocked time ten are listed, and the others counted', async () => {
  const period = { startsOnUtc: '2030-07-01T14:00:00Z', endsOnUtc: '2030-07-01T15:00:00Z' }
  const visits = Array.from({ length: 12 }, (_, index) => ({
    ...{ id: `b${index}`, status: 'booked', timeZone: ZONE, ...period, contact: { name: `Visitor ${index}` } },
    items: [{ ...period, resources: [{ id: 'r1' }] }],
  }))
  const block = { id: 'k1', resourceID: 'r1', ...period, reason: '' }
  bookings.getCalendar.mockResolvedValue({ data: { bookings: visits, blocks: [block], isTruncated: false } })
  show()
  const blocked = (await screen.findByText('Booked in this time:')).closest('li') as HTMLElement
  expect(within(blocked).getAllByRole('link')).toHaveLength(10)
  expect(within(blocked).getByText('and 2 more')).not.toBeNull()
})

test('an archived room leads to the bookings that it still has', async () => {
  const room = aResource({ kind: 'room', name: 'Room 1', userID: null, isOwn: false, isArchived: true })
  bookingResources.getList.mockResolvedValue({ data: { resources: [aResource({ id: 'r2' }), room] } })
  show({ resource: 'r1' })
  await screen.findByText(/^Room 1 is archived/)
  expect(screen.getByRole('link', { name: 'Show upcoming bookings' })).toBeTruthy()
})

test('hours of others are text without the permission', async () => {
  bookingResources.getList.mockResolvedValue({ data: { resources: [aResource({ isOwn: false })] } })
  show()
  await screen.findByText('To change the hours of Ana Silva, you need the “Manage settings” permission.')
  await screen.findByText('Follows business hours.')
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Block time' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
})

test('an empty list starts with the first teammate, room or equipment', async () => {
  signIn('admin_manage_settings')
  bookingResources.getList.mockResolvedValue({ data: { resources: [] } })
  bookingResources.save.mockResolvedValue({ data: aResource({ id: 'r2', kind: 'room' }) })
  const onSearch = show()
  await screen.findByText('No one can be booked yet')
  press('Add')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Room' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'Room 1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ resource: 'r2' }))
  expect(bookingResources.save).toHaveBeenCalledWith({ kind: 'room', name: 'Room 1', locationID: 'l1' })
})

const closed = (rule: ClosedBy['rule'], about: Partial<ClosedBy> = {}): ClosedBy => ({
  rule,
  resourceID: null,
  serviceID: null,
  bookingID: null,
  startsOnUtc: null,
  endsOnUtc: null,
  name: null,
  ...about,
})

const WHY: AvailabilitySearch = { tab: 'why', location: 'l1', service: 's1', at: '2030-07-01T09:00' }

test('every rule that closes a time is a sentence with the way to where it is changed', async () => {
  signIn('admin_manage_settings')
  const time = { startsOnUtc: '2030-07-01T13:00:00Z', endsOnUtc: '2030-07-01T14:00:00Z' }
  availability.explain.mockResolvedValue({
    data: {
      isFree: false,
      closedBy: [
        closed('notice', { serviceID: 's1' }),
        closed('day-limit', { serviceID: 's1' }),
        closed('hours', { resourceID: 'r1' }),
        closed('hours', { resourceID: 'r1', serviceID: 's1' }),
        closed('booking', { resourceID: 'r1', bookingID: 'b1', ...time }),
        closed('holiday', { name: 'Independence Day' }),
        closed('past'),
      ],
      nearest: [{ startsOnUtc: '2030-07-01T15:00:00Z', endsOnUtc: '2030-07-01T15:45:00Z', seatsLeft: null }],
    },
  })
  const onSearch = show(WHY)
  await screen.findByText('Haircut has to be booked at least 2 hours ahead.')
  const reasons = within(screen.getByRole('region', { name: 'Why this time is not free' })).getAllByRole('listitem')
  const shown = reasons.map((row) => [row.textContent, row.querySelector('a')?.getAttribute('href')])
  expect(shown.slice(0, 6)).toEqual([
    ['Haircut has to be booked at least 2 hours ahead.Service', '/bookings/service/$serviceID'],
    ['Haircut takes at most 3 bookings on a day.Service', '/bookings/service/$serviceID'],
    ['Ana Silva doesn’t work at this time.Hours', '/bookings/availability'],
    ['Ana Silva is booked: 9:00 AM – 10:00 AM.Booking', '/bookings'],
    ['Downtown has other hours on this day: Independence Day.Business hours', '/settings/business-hours'],
    ['This time has passed.Choose a later time.', undefined],
  ])
  expect(availability.explain.mock.calls[0]?.[0]).toEqual({
    locationID: 'l1',
    items: [{ serviceID: 's1' }],
    startsOnUtc: '2030-07-01T13:00:00Z',
  })
  press('Monday, Jul 1, 11:00 AM')
  expect(onSearch).toHaveBeenLastCalledWith({ ...WHY, at: '2030-07-01T11:00' })
})

test('who may not change business hours is told who can', async () => {
  availability.explain.mockResolvedValue({
    data: { isFree: false, closedBy: [closed('business-hours', { serviceID: 's1' })], nearest: [] },
  })
  show(WHY)
  await screen.findByText('Downtown is closed at this time.')
  await screen.findByText(/^You need the “.*” permission\. Ask Bo Lind for it\.$/)
  expect(screen.queryByRole('link', { name: 'Business hours' })).toBeNull()
})

test('a limit per person is checked for the contact who is chosen', async () => {
  bookingServices.getList.mockResolvedValue({ data: { services: [{ ...SERVICE, personMax: 1 }] } })
  availability.explain.mockImplementation(async ({ contactID }) => ({
    data: { isFree: !contactID, closedBy: contactID ? [closed('person-limit', { serviceID: 's1' })] : [], nearest: [] },
  }))
  show(WHY)
  await screen.findByText('This time is free.')
  type('Phone number or name', 'Maya')
  fireEvent.click(await screen.findByRole('option', { name: /Maya Chen/ }))
  await screen.findByText('This person already has as many bookings of Haircut as one person can have.')
  expect(availability.explain.mock.lastCall?.[0]).toMatchObject({ contactID: 'c1' })
})

test('a free time is said to be free', async () => {
  availability.explain.mockResolvedValue({ data: { isFree: true, closedBy: [], nearest: [] } })
  show(WHY)
  await screen.findByText('This time is free.')
})

test('only search parameters that mean something are read', () => {
  expect(readAvailabilitySearch({ tab: 'hours', resource: 'r1', at: 'noon', other: 1 })).toEqual({ resource: 'r1' })
  expect(readAvailabilitySearch({ ...WHY })).toEqual(WHY)
})
