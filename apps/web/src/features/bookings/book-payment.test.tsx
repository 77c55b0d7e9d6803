import type { BookingPaymentQuote, BookingService } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { BookModal } from './BookModal.tsx'

const { availability, bookings, bookingPayments, service } = vi.hoisted(() => ({
  availability: { slots: vi.fn() },
  bookings: { create: vi.fn(), getNoShows: vi.fn() },
  bookingPayments: { book: vi.fn(), quote: vi.fn() },
  service: {
    id: 's1',
    name: 'Color',
    color: '#0070ac',
    priceAmount: 6000,
    currency: 'USD',
    paymentKind: 'deposit',
    durations: [30],
    locationIDs: [],
    resourceIDs: [],
    questions: [],
    followOns: [],
    isArchived: false,
  } satisfies Partial<BookingService>,
}))
const SLOT = { startsOnUtc: '2030-05-06T14:00:00.000Z', endsOnUtc: '2030-05-06T14:30:00.000Z', seatsLeft: null }
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookings,
    bookingPayments,
    availability,
    bookingServices: { getList: async () => ({ data: { services: [service] } }) },
    bookingResources: { getList: async () => ({ data: { resources: [] } }) },
    contacts: { suggest: async () => ({ contacts: [] }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))
vi.mock('../../ui/modal/modals.ts', () => ({ openModal: vi.fn() }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  for (const mock of [...Object.values(bookings), ...Object.values(bookingPayments)]) mock.mockReset()
  availability.slots.mockReset().mockResolvedValue({ data: { timeZone: 'UTC', slots: [SLOT] } })
  bookings.getNoShows.mockResolvedValue({ data: { noShows: 0, lateCancels: 0 } })
  bookingPayments.book.mockResolvedValue({ data: { id: 'b1' } })
})

async function show(quote: BookingPaymentQuote) {
  bookingPayments.quote.mockResolvedValue({ data: quote })
  const onClose = vi.fn()
  renderWithProviders(<BookModal contact={{ id: 'c1', name: 'Maya Chen', phone: '+12065550142' }} onClose={onClose} />)
  // Free times are fetched once the services have loaded.
  await waitFor(() => expect(availability.slots).toHaveBeenCalled())
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  return onClose
}

const DEPOSIT: BookingPaymentQuote = { payment: { kind: 'deposit', amount: 2000, currency: 'USD' }, problem: null }

/** Presses Book and returns the requests to the server. */
async function book(onClose: () => void): Promise<unknown> {
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  return bookingPayments.book.mock.calls[0]?.[0]
}

test('the deposit of a service is requested unless the teammate turns it off', async () => {
  const onClose = await show(DEPOSIT)
  const field = await screen.findByRole<HTMLInputElement>('switch', { name: /^Request a deposit of \$20\.00/ })
  expect(field.checked).toBe(true)
  // Its text is sent in any case.
  expect(screen.queryByRole('switch', { name: 'Text the contact' })).toBeNull()
  expect(bookingPayments.quote.mock.calls[0]?.[0]).toEqual({ serviceIDs: ['s1'], contactID: 'c1' })
  fireEvent.click(field)
  expect(screen.getByRole('switch', { name: 'Text the contact' })).toBeDefined()
  expect(await book(onClose)).toMatchObject({ contactID: 'c1', items: [{ serviceID: 's1' }], asksForPayment: false })
})

test('it is requested by default', async () => {
  const onClose = await show(DEPOSIT)
  await screen.findByRole('switch', { name: /^Request a deposit of \$20\.00/ })
  expect(await book(onClose)).toMatchObject({ asksForPayment: true })
  expect(bookings.create).not.toHaveBeenCalled()
})

test('says why no payment is requested', async () => {
  await show({ payment: null, problem: 'not-enabled' })
  await screen.findByText('No payment will be requested, because your business can’t take card payments right now.')
  expect(screen.queryByRole('switch', { name: /^Ask for/ })).toBeNull()
  expect(screen.getByRole('switch', { name: 'Text the contact' })).toBeDefined()
})
