import { DEFAULT_BOOKING_CONFIGS, DEFAULT_PAYMENT_CONFIGS, type Permission } from '@frontdesk/contract/rules'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestQueryClient, renderWithProviders } from '../../testing/render-with-providers.tsx'
import { BookingSettingsScreen } from './BookingSettingsScreen.tsx'

const { bookingConfigs, paymentAccounts, session } = vi.hoisted(() => ({
  bookingConfigs: { get: vi.fn(), save: vi.fn() },
  paymentAccounts: { isEnabled: vi.fn() },
  session: { current: {} },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookingConfigs,
    paymentAccounts,
    paymentConfigs: { get: async () => ({ data: { ...DEFAULT_PAYMENT_CONFIGS, version: 0 } }) },
    bookingServices: { getList: async () => ({ data: { services: [{ name: 'Haircut', isArchived: false }] } }) },
    presence: { getList: async () => ({ data: { people: [] } }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, ...rest }: { to: string }) => <a href={to} {...rest} />,
}))

/** Parts save a moment after their last change. */
const SAVED = { timeout: 5000 }

const signIn = (...permissions: Permission[]) => {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Salon' }
}

function show() {
  const cache = createTestQueryClient()
  renderWithProviders(<BookingSettingsScreen />, cache)
  return cache
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  bookingConfigs.get.mockReset().mockResolvedValue({ data: { ...DEFAULT_BOOKING_CONFIGS, version: 0 } })
  bookingConfigs.save.mockReset().mockImplementation(async ({ version, ...changes }) => ({
    data: { ...DEFAULT_BOOKING_CONFIGS, ...changes, version: version + 1 },
  }))
  paymentAccounts.isEnabled.mockReset().mockResolvedValue({ data: { isEnabled: false, currency: null } })
  signIn('admin_manage_settings')
})

test('a text is shown as the contact gets it, and saves by itself', async () => {
  show()
  await screen.findByText(/^Hi Maria, you are booked at Salon for Haircut on /)
  type('Booked', 'See you, :contact_first_name:!')
  await screen.findByText('See you, Maria!')
  await waitFor(
    () =>
      expect(bookingConfigs.save).toHaveBeenCalledWith({ bookedText: 'See you, :contact_first_name:!', version: 0 }),
    SAVED,
  )
  await screen.findByText('Saved')
  // Calendars are those of teammates, where they are connected.
  const calendars = screen.getByRole('link', { name: /^Connect calendars/ })
  expect(calendars.getAttribute('href')).toBe('/bookings/availability')
})

test('variables are inserted by a menu, and those that do not exist are refused', async () => {
  show()
  await screen.findByText('No-shows')
  type('Canceled', 'Sorry about ')
  fireEvent.click(screen.getByRole('button', { name: 'Insert a variable into: Canceled' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Date and time' }))
  await waitFor(() => expect(field('Canceled').value).toBe('Sorry about :booking_time:'))
  type('Canceled', 'Reply CANCEL :booking_price:')
  await screen.findByText('There’s no variable :booking_price:')
  screen.getByText(/A reply such as CANCEL or STOP ends all your texts/)
})

test('reminders are added and removed; two at the same time are not saved', async () => {
  show()
  await screen.findByText('No-shows')
  fireEvent.click(screen.getByText('Add a reminder'))
  await waitFor(() => expect(bookingConfigs.save).toHaveBeenCalledOnce(), SAVED)
  expect(bookingConfigs.save.mock.calls[0]?.[0].reminders.map(({ minutesBefore }: never) => minutesBefore)).toEqual([
    1440, 120, 2880,
  ])
  type('Reminder 3: how long before', '1')
  expect(await screen.findAllByText('Not saved: another reminder has this time.')).toHaveLength(2)
  fireEvent.click(screen.getByLabelText('Remove reminder 1'))
  await waitFor(() => expect(bookingConfigs.save).toHaveBeenCalledTimes(2), SAVED)
  expect(bookingConfigs.save.mock.calls[1]?.[0]).toMatchObject({ version: 1 })
})

test('a time that is too short is not saved', async () => {
  show()
  await screen.findByText('No-shows')
  fireEvent.click(screen.getByRole('combobox', { name: 'Reminder 2: unit' }))
  fireEvent.click(await screen.findByRole('option', { name: 'minutes' }))
  await screen.findByText('Not saved: choose 15 minutes to 30 days.')
  expect(bookingConfigs.save).not.toHaveBeenCalled()
})

test.each([
  ['Minutes after the start', '99999', 'Not saved: enter a number from 0 to 240.'],
  ['Minutes after the start', '', 'Not saved: enter a number from 0 to 240.'],
])('a number out of range stays as it was typed, and is not saved: %s %s', async (name, typed, error) => {
  show()
  await screen.findByText('No-shows')
  type(name, typed)
  fireEvent.blur(field(name))
  await screen.findByText(error)
  expect(field(name).value).toBe(typed)
  type('Booked', 'See you!')
  await waitFor(() => expect(bookingConfigs.save).toHaveBeenCalled(), SAVED)
  expect(bookingConfigs.save.mock.calls).toEqual([[{ bookedText: 'See you!', version: 0 }]])
  expect(field(name).value).toBe(typed)
  type(name, '20')
  await waitFor(() => expect(bookingConfigs.save).toHaveBeenCalledWith({ noShowGraceMinutes: 20, version: 1 }), SAVED)
  expect(screen.queryByText(error)).toBeNull()
})

test('a number shows that it is too small once the field is left, not while it is typed', async () => {
  show()
  await screen.findByText('No-shows')
  const name = 'Minutes after the start'
  const error = 'Not saved: enter a number from 0 to 240.'
  type(name, '')
  expect(screen.queryByText(error)).toBeNull()
  fireEvent.blur(field(name))
  await screen.findByText(error)
})

test('the booking page is not saved with hours out of range, which stay as they were typed', async () => {
  show()
  await screen.findByText('No-shows')
  const name = 'Moving and canceling ends'
  type(name, '99999')
  fireEvent.blur(field(name))
  expect(field(name).value).toBe('99999')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a number from 0 to 336.')
  expect(field(name).value).toBe('99999')
  expect(bookingConfigs.save).not.toHaveBeenCalled()
})

test('without the permission there are no settings', async () => {
  signIn()
  show()
  await screen.findByText('You don’t have access to this page')
})

test('the booking page is saved, which is said; an address that cannot be used is not shown as one', async () => {
  show()
  await screen.findByText('No-shows')
  const address = `${location.origin}/book/`
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  type('Address', 'No good!')
  screen.getByText(`${address}No good!`)
  save()
  await screen.findByText(/^Use 3 to/)
  expect(screen.queryByText(new RegExp(`^${address}`))).toBeNull()
  type('Address', 'harbor-dental')
  screen.getByText(`${address}harbor-dental`)
  save()
  await screen.findByText('Saved')
  type('Address', 'harbor')
  expect(screen.queryByText('Saved')).toBeNull()
})

/** Settings as a server keeps them: a save of an earlier version is refused. */
function keepSettings() {
  let stored = { ...DEFAULT_BOOKING_CONFIGS, version: 0 }
  const change = (changes: Partial<typeof stored>) => {
    stored = { ...stored, ...changes, version: stored.version + 1 }
  }
  bookingConfigs.get.mockImplementation(async () => ({ data: stored }))
  bookingConfigs.save.mockImplementation(async ({ version, ...changes }) => {
    if (version !== stored.version) throw Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' })
    change(changes)
    return { data: stored }
  })
  const { page } = stored
  return {
    change,
    changePage: (changes: Partial<typeof page>) => change({ page: { ...stored.page, ...changes } }),
    page: () => stored.page,
  }
}

const savePage = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a teammate’s changes to other settings and other fields of the page are kept without a question', async () => {
  const settings = keepSettings()
  show()
  await screen.findByText('No-shows')
  type('Introduction', 'Welcome!')
  settings.change({ noShowGraceMinutes: 5 })
  settings.changePage({ consentText: 'Offers by text' })
  savePage()
  await screen.findByText('Saved')
  expect(settings.page()).toMatchObject({ intro: 'Welcome!', consentText: 'Offers by text' })
  expect(field('Box for marketing texts').value).toBe('Offers by text')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a field that a teammate changed too is chosen, also if their version had already arrived', async () => {
  const settings = keepSettings()
  const cache = show()
  await screen.findByText('No-shows')
  type('Introduction', 'Welcome!')
  settings.changePage({ intro: 'Hello!', consentText: 'Offers by text' })
  await cache.invalidateQueries()
  savePage()
  await screen.findByText(/^A teammate saved this while you were editing it/)
  expect(screen.getAllByRole('radiogroup')).toHaveLength(1)
  expect(settings.page().intro).toBe('Hello!')
  fireEvent.click(screen.getByRole('radio', { name: 'Keep mine' }))
  savePage()
  await screen.findByText('Saved')
  expect(settings.page()).toMatchObject({ intro: 'Welcome!', consentText: 'Offers by text' })
})

test('an untouched form follows what a teammate saves', async () => {
  const settings = keepSettings()
  const cache = show()
  await screen.findByText('No-shows')
  settings.changePage({ intro: 'Hello!' })
  await cache.invalidateQueries()
  await waitFor(() => expect(field('Introduction').value).toBe('Hello!'))
})

test('a no-show fee is in the currency of the account that charges it, and of the settings without one', async () => {
  const payments = { ...DEFAULT_BOOKING_CONFIGS.payments, noShowFee: { kind: 'amount', amount: 1500 } }
  bookingConfigs.get.mockResolvedValue({ data: { ...DEFAULT_BOOKING_CONFIGS, payments, version: 0 } })
  show()
  await screen.findByText(/it may charge up to \$15\.00 to the card/)
  expect(field('No-show fee for cards on file as an amount').value).toBe('15')
  cleanup()
  paymentAccounts.isEnabled.mockResolvedValue({ data: { isEnabled: true, currency: 'JPY' } })
  show()
  await screen.findByText(/it may charge up to ¥1,500 to the card/)
  screen.getByText(/I pay a deposit of ¥50 now/)
  expect(field('No-show fee for cards on file as an amount').value).toBe('1500')
})
