// Mocks, fixtures and components of the tests of bookings. Test files import the components from here, because mocks
// apply to later imports.

import type { Booking, BookingService, SlotTaken } from '@frontdesk/contract/api'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, vi } from 'vitest'
import { NoShowNote } from '../../entities/booking/NoShowNote.tsx'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { Toasts } from '../../ui/toast/Toasts.tsx'
import { BookModal } from './BookModal.tsx'
import { CancelBookingModal } from './CancelBookingModal.tsx'
import { ChangeStatusModal } from './ChangeStatusModal.tsx'
import { MoveBookingModal } from './calendar/MoveBookingModal.tsx'
import { DeskActions } from './DeskActions.tsx'
import { DeskView } from './DeskView.tsx'
import { RescheduleBookingModal } from './RescheduleBookingModal.tsx'
import { VisitDetails } from './VisitDetails.tsx'

const {
  bookings,
  bookingServices,
  bookingResources,
  bookingPayments,
  bookingMails,
  bookingTasks,
  availability,
  openModal,
} = vi.hoisted(() => ({
  bookings: {
    get: vi.fn(),
    getCalendar: vi.fn(),
    create: vi.fn(),
    reschedule: vi.fn(),
    cancel: vi.fn(),
    undoReschedule: vi.fn(),
    updateStatus: vi.fn(),
    updateArrival: vi.fn(),
    getNoShows: vi.fn(),
  },
  bookingServices: { getList: vi.fn() },
  bookingResources: { getList: vi.fn() },
  bookingPayments: { get: vi.fn() },
  bookingMails: { getList: vi.fn() },
  bookingTasks: { getList: vi.fn(), done: vi.fn(), undo: vi.fn() },
  availability: { slots: vi.fn() },
  openModal: vi.fn(),
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    bookings,
    bookingPayments,
    bookingMails,
    bookingTasks,
    availability,
    bookingServices,
    bookingResources,
    bookingConfigs: { get: async () => ({ data: { noShowGraceMinutes: 15 } }) },
    contacts: { suggest: async () => ({ contacts: [] }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))
vi.mock('../../ui/modal/modals.ts', () => ({ openModal }))

export {
  availability,
  BookModal,
  bookingMails,
  bookingResources,
  bookingServices,
  bookings,
  bookingTasks,
  CancelBookingModal,
  ChangeStatusModal,
  DeskActions,
  DeskView,
  MoveBookingModal,
  NoShowNote,
  openModal,
  RescheduleBookingModal,
  Toasts,
  VisitDetails,
}

export const SERVICE = {
  id: 's1',
  name: 'Haircut',
  color: '#0070ac',
  priceAmount: null,
  currency: 'USD',
  paymentKind: 'none',
  durations: [30],
  locationIDs: [],
  resourceIDs: [],
  questions: [],
  followOns: [],
  isArchived: false,
  // Screens read only these fields of a service.
} as unknown as BookingService
const NOW = Date.now()
export const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

export const aBooking = (values: Partial<Booking> = {}): Booking => ({
  id: 'b1',
  isBusy: false,
  status: 'booked',
  locationID: 'l1',
  timeZone: 'UTC',
  startsOnUtc: inMinutes(10),
  endsOnUtc: inMinutes(40),
  localStartsOn: inMinutes(10).slice(0, 16),
  items: [
    {
      serviceID: 's1',
      serviceName: 'Haircut',
      color: '#000000',
      startsOnUtc: inMinutes(10),
      endsOnUtc: inMinutes(40),
      priceAmount: null,
      currency: 'USD',
      resources: [],
    },
  ],
  contact: { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: null },
  note: '',
  answers: [],
  source: 'teammate',
  onTheWayOnUtc: null,
  lateMinutes: null,
  arrivedOnUtc: null,
  heldUntilUtc: null,
  seriesID: null,
  endedOnUtc: null,
  endReason: '',
  overrides: [],
  createdOnUtc: inMinutes(-100),
  createdBy: 'Ana',
  version: 3,
  ...values,
})

export const taken = (rule: SlotTaken['closedBy'][number]['rule']) =>
  Object.assign(new Error('Taken'), {
    code: 'SlotTaken',
    status: 409,
    data: {
      closedBy: [
        { rule, resourceID: null, serviceID: 's1', bookingID: null, startsOnUtc: null, endsOnUtc: null, name: null },
      ],
      nearest: [{ startsOnUtc: '2030-05-06T15:00:00.000Z', endsOnUtc: '2030-05-06T15:30:00.000Z', seatsLeft: null }],
    } satisfies SlotTaken,
  })

export function show(content: ReactNode) {
  renderWithProviders(content)
}

export const UNREACHABLE = 'We can’t reach Frontdesk. Nothing you entered is lost. Check your connection and try again.'
export const refusal = (code: string) => Object.assign(new Error(code), { code, status: 409 })
export const MAY = { startsOnUtc: '2030-05-06T14:00:00.000Z', endsOnUtc: '2030-05-06T14:30:00.000Z' }
export const textTheContact = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Text the contact' })
export const alert = async () => (await screen.findByRole('alert')).textContent

beforeEach(() => {
  const mocks = [...Object.values(bookings), ...Object.values(bookingTasks), availability.slots, openModal]
  for (const mock of mocks) mock.mockReset()
  bookingTasks.getList.mockResolvedValue({ data: { tasks: [], isTruncated: false } })
  bookingServices.getList.mockResolvedValue({ data: { services: [SERVICE] } })
  bookingResources.getList.mockResolvedValue({ data: { resources: [] } })
  bookingMails.getList.mockResolvedValue({ data: { mails: [] } })
  bookings.getNoShows.mockResolvedValue({ data: { noShows: 0, lateCancels: 0 } })
  bookingPayments.get.mockResolvedValue({ data: { depositAmount: 0, requests: [] } })
  availability.slots.mockResolvedValue({
    data: {
      timeZone: 'UTC',
      slots: [{ startsOnUtc: '2030-05-06T14:00:00.000Z', endsOnUtc: '2030-05-06T14:30:00.000Z', seatsLeft: null }],
    },
  })
})
