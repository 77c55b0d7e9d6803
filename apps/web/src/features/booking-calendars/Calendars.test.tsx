import type { BookingResource, CalendarConnection } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { CalendarConnectedScreen } from './CalendarConnectedScreen.tsx'
import { Calendars } from './Calendars.tsx'
import { LocationFeeds } from './LocationFeeds.tsx'

const { bookingCalendars, confirm } = vi.hoisted(() => ({
  // As if confirmed.
  confirm: ({ act }: { act: () => unknown }) => act(),
  bookingCalendars: {
    getList: vi.fn(),
    start: vi.fn(),
    connect: vi.fn(),
    choose: vi.fn(),
    addAddress: vi.fn(),
    addFeed: vi.fn(),
    getFeeds: vi.fn(),
    revokeFeed: vi.fn(),
  },
}))
vi.mock('../../ui/modal/confirm.ts', () => ({ confirm }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookingCalendars,
    locations: { getLocations: async () => ({ locations: [DOWNTOWN] }) },
  },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search: _search, ...rest }: { to: string; search?: unknown }) => <a href={to} {...rest} />,
}))

const DOWNTOWN = { id: 'l1', name: 'Downtown', timeZone: 'UTC' }

const RESOURCE: BookingResource = {
  id: 'r1',
  kind: 'teammate',
  userID: 'u1',
  name: 'Ana Silva',
  pictureUrl: null,
  locationIDs: ['l1'],
  isArchived: false,
  isOwn: true,
  version: 1,
}

const aConnection = (values: Partial<CalendarConnection> = {}): CalendarConnection => ({
  id: 'c1',
  resourceID: 'r1',
  kind: 'google',
  state: 'active',
  name: 'ana@gmail.test',
  calendars: [
    {
      id: 'k1',
      name: 'ana@gmail.test',
      color: '#9fe1e7',
      isPrimary: true,
      mayWrite: true,
      isBlocking: true,
      isWritten: false,
      syncedOnUtc: null,
      error: null,
    },
  ],
  ...values,
})

const answer = (connections: CalendarConnection[], more = {}) =>
  bookingCalendars.getList.mockResolvedValue({
    data: { isGoogleAvailable: true, connections, feeds: [], conflicts: [], ...more },
  })

const show = (element: ReactNode) => renderWithProviders(element)

beforeEach(() => {
  vi.clearAllMocks()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

test('without calendars, Google can be connected and an address added', async () => {
  answer([])
  bookingCalendars.addAddress.mockResolvedValue({ data: aConnection() })
  show(<Calendars resource={RESOURCE} />)
  expect(await screen.findByText('No calendars are connected.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect Google Calendar' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add a calendar address' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Clinic' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'https://example.com/a.ics' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(bookingCalendars.addAddress).toHaveBeenCalledWith({
      resourceID: 'r1',
      name: 'Clinic',
      calendarUrl: 'https://example.com/a.ics',
    }),
  )
})

test('a calendar is chosen for bookings; a conflict is shown', async () => {
  const conflict = { kind: 'overlap', bookingID: 'b1', resourceID: 'r1' }
  const times = { startsOnUtc: '2027-03-01T15:00:00Z', endsOnUtc: '2027-03-01T16:00:00Z' }
  answer([aConnection()], { conflicts: [{ ...conflict, ...times }] })
  bookingCalendars.choose.mockResolvedValue({ data: aConnection() })
  show(<Calendars resource={RESOURCE} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'ana@gmail.test gets bookings' }))
  await waitFor(() =>
    expect(bookingCalendars.choose).toHaveBeenCalledWith({ id: 'k1', isBlocking: true, isWritten: true }),
  )
  expect(screen.getByText(/an event in the calendar is at the same time/)).toBeTruthy()
})

test('a broken account offers to reconnect', async () => {
  answer([aConnection({ state: 'broken' })])
  bookingCalendars.start.mockRejectedValue(new Error('no network'))
  show(<Calendars resource={RESOURCE} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Reconnect' }))
  await waitFor(() => expect(bookingCalendars.start).toHaveBeenCalledWith({ resourceID: 'r1', connectionID: 'c1' }))
})

test('what Google sent back is passed on once; a refusal is said', async () => {
  bookingCalendars.connect.mockResolvedValue({ data: aConnection() })
  const onConnected = vi.fn()
  const { unmount } = show(
    <CalendarConnectedScreen search={{ code: 'a code', state: 'a state' }} onConnected={onConnected} />,
  )
  await waitFor(() => expect(onConnected).toHaveBeenCalledWith('r1'))
  expect(bookingCalendars.connect).toHaveBeenCalledTimes(1)
  unmount()
  show(<CalendarConnectedScreen search={{}} onConnected={onConnected} />)
  expect(screen.getByText(/No calendar was connected/)).toBeTruthy()
})

test('addresses of a location are made and revoked in the settings', async () => {
  const url = 'https://frontdesk.test/calendars/secret.ics'
  const feed = { id: 'f1', resourceID: null, locationID: 'l1', url, createdOnUtc: '2030-01-01T00:00:00Z' }
  const ofTeammate = { ...feed, id: 'f2', resourceID: 'r1', locationID: null, url: 'https://frontdesk.test/other.ics' }
  bookingCalendars.getFeeds.mockResolvedValueOnce({ data: { feeds: [ofTeammate] } })
  bookingCalendars.getFeeds.mockResolvedValue({ data: { feeds: [ofTeammate, feed] } })
  bookingCalendars.addFeed.mockResolvedValue({ data: feed })
  show(<LocationFeeds />)
  fireEvent.click(await screen.findByRole('button', { name: 'Get a calendar address for these bookings' }))
  await screen.findByText(url)
  expect(bookingCalendars.addFeed).toHaveBeenCalledWith({ locationID: 'l1' })
  expect(screen.queryByText(ofTeammate.url)).toBeNull()
  bookingCalendars.revokeFeed.mockResolvedValue({ data: { id: 'f1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(bookingCalendars.revokeFeed).toHaveBeenCalledWith({ id: 'f1' }))
})
