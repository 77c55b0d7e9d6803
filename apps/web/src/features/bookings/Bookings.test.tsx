import type { Booking, BookingService, SlotTaken } from '@frontdesk/contract/api'
import { readBookingSearch, toBookingCriteria } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NoShowNote } from '../../entities/booking/NoShowNote.tsx'
import { Toasts } from '../../ui/toast/Toasts.tsx'
import { BookModal } from './BookModal.tsx'
import { CancelBookingModal } from './CancelBookingModal.tsx'
import { ChangeStatusModal } from './ChangeStatusModal.tsx'
import { MoveBookingModal } from './calendar/MoveBookingModal.tsx'
import { DeskActions } from './DeskActions.tsx'
import { DeskView } from './DeskView.tsx'
import { RescheduleBookingModal } from './RescheduleBookingModal.tsx'
import { VisitDetails } from './VisitDetails.tsx'

const { bookings, bookingPayments, bookingMails, bookingTasks, availability, openModal } = vi.hoisted(() => ({
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
    bookingServices: { getList: async () => ({ data: { services: [SERVICE] } }) },
    bookingResources: { getList: async () => ({ data: { resources: [] } }) },
    bookingConfigs: { get: async () => ({ data: { noShowGraceMinutes: 15 } }) },
    contacts: { suggest: async () => ({ contacts: [] }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))
vi.mock('../../ui/modal/modals.ts', () => ({ openModal }))

const SERVICE = {
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
} as unknown as BookingService
const NOW = Date.now()
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

const aBooking = (values: Partial<Booking> = {}): Booking => ({
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

const taken = (rule: SlotTaken['closedBy'][number]['rule']) =>
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

function show(content: ReactNode) {
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          {content}
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
}

beforeEach(() => {
  const mocks = [...Object.values(bookings), ...Object.values(bookingTasks), availability.slots, openModal]
  for (const mock of mocks) mock.mockReset()
  bookingTasks.getList.mockResolvedValue({ data: { tasks: [], isTruncated: false } })
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

test('today’s visits are grouped by what is happening, and one tap says that someone is here', async () => {
  bookings.getCalendar.mockResolvedValue({
    data: {
      bookings: [
        aBooking(),
        aBooking({
          id: 'b2',
          startsOnUtc: inMinutes(-60),
          contact: { id: 'c2', name: 'Tom Late', phone: '+12065550143', conversationSid: null },
          lateMinutes: 20,
        }),
        aBooking({
          id: 'b3',
          status: 'arrived',
          contact: { id: 'c3', name: 'Ida Here', phone: '+12065550144', conversationSid: null },
        }),
        aBooking({ id: 'b4', isBusy: true, contact: null, items: [] }),
      ],
      delays: [{ bookingID: 'b1', minutes: 15 }],
    },
  })
  bookings.updateStatus.mockResolvedValue({ data: aBooking({ status: 'arrived' }) })
  show(<DeskView />)
  const expected = await screen.findByRole('region', { name: 'Expected' })
  expect(within(expected).getByText('Maya Chen')).toBeTruthy()
  expect(within(expected).getByText('Busy')).toBeTruthy()
  expect(within(expected).getByText(/^Running about 15 minutes late, expected start/)).toBeTruthy()
  const late = screen.getByRole('region', { name: 'Late' })
  expect(within(late).getByText('20 minutes late')).toBeTruthy()
  expect(within(late).getByText('Should be here by now')).toBeTruthy()
  expect(within(late).getByRole('button', { name: 'No-show' })).toBeTruthy()
  expect(within(expected).queryByRole('button', { name: 'No-show' })).toBeNull()
  expect(within(screen.getByRole('region', { name: 'Here' })).getByRole('button', { name: 'Done' })).toBeTruthy()
  const day = bookings.getCalendar.getMockImplementation()?.()
  bookings.getCalendar.mockImplementation(async () => {
    const { data } = await day
    return { data: { ...data, bookings: [aBooking({ status: 'arrived' }), ...data.bookings.slice(1)] } }
  })
  const here = within(expected).getByRole('button', { name: 'Here' })
  here.focus()
  fireEvent.click(here)
  await waitFor(() => expect(bookings.updateStatus).toHaveBeenCalledWith({ id: 'b1', version: 3, status: 'arrived' }))
  // The focus stays at the visit, which is in another group now.
  const arrived = await screen.findByText('Maya Chen', { selector: '[aria-label="Here"] *' })
  const menu = within(arrived.closest('li') as HTMLElement).getByRole('button', { name: 'More actions' })
  await waitFor(() => expect(document.activeElement).toBe(menu))
})

test('what is to be done about visits comes first, with the number to call, and is done with one tap', async () => {
  bookings.getCalendar.mockResolvedValue({ data: { bookings: [], delays: [] } })
  const task = {
    id: 'k1',
    kind: 'call',
    reason: 'landline',
    createdOnUtc: inMinutes(-5),
    doneOnUtc: null,
    doneBy: null,
  }
  bookingTasks.getList.mockResolvedValue({ data: { tasks: [{ ...task, booking: aBooking() }], isTruncated: false } })
  bookingTasks.done.mockResolvedValue({ data: task })
  show(<DeskView />)
  const list = within(await screen.findByRole('region', { name: 'To do' }))
  expect(list.getByText(/Call to remind them of this visit. The number is a landline./)).toBeTruthy()
  expect(list.getByRole('link', { name: 'Call Maya Chen' }).getAttribute('href')).toBe('tel:+12065550142')
  bookingTasks.getList.mockResolvedValue({ data: { tasks: [], isTruncated: false } })
  fireEvent.click(list.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To do' })).toBeNull())
  expect(bookingTasks.done).toHaveBeenCalledWith({ id: 'k1' })
})

test('the visit of a teammate who left can be moved from its task', async () => {
  bookings.getCalendar.mockResolvedValue({ data: { bookings: [], delays: [] } })
  const task = { id: 'k1', kind: 'reassign', reason: 'teammate-left', createdOnUtc: inMinutes(-5) }
  const booking = aBooking()
  bookingTasks.getList.mockResolvedValue({
    data: { tasks: [{ ...task, doneOnUtc: null, doneBy: null, booking }], isTruncated: false },
  })
  show(<DeskView />)
  const list = within(await screen.findByRole('region', { name: 'To do' }))
  expect(
    list.getByText('Move this visit to another teammate. The teammate it was booked with left the team.'),
  ).toBeTruthy()
  fireEvent.click(list.getByRole('button', { name: 'Move Maya Chen’s visit' }))
  expect(openModal).toHaveBeenCalledWith('reschedule-booking', { booking })
})

test('the details of a visit ahead have buttons to move and cancel it, which a row has in its menu', async () => {
  const booking = aBooking(MAY)
  show(<DeskActions booking={booking} isInDialog />)
  fireEvent.click(screen.getByRole('button', { name: 'Move…' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel…' }))
  expect(openModal.mock.calls).toEqual([
    ['reschedule-booking', { booking }],
    ['cancel-booking', { booking }],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await screen.findByRole('menuitem', { name: 'Here' })
  expect(screen.queryByRole('menuitem', { name: 'Move…' })).toBeNull()
  cleanup()
  show(<DeskActions booking={booking} />)
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await screen.findByRole('menuitem', { name: 'Move…' })
})

test('a request that a teammate approved meanwhile cannot be declined, and the dialog says why', async () => {
  const onClose = vi.fn()
  bookings.updateStatus.mockRejectedValue(refusal('ChangedMeanwhile'))
  bookings.get.mockResolvedValue({ data: aBooking({ ...MAY, status: 'booked', version: 4 }) })
  show(<ChangeStatusModal booking={aBooking({ ...MAY, status: 'requested' })} status="declined" onClose={onClose} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('Its status is now “Booked”.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decline' }).disabled).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test('a taken time says why, and is booked anyway only where a teammate may ignore the rule', async () => {
  bookings.create
    .mockRejectedValueOnce(taken('hours'))
    .mockResolvedValueOnce({ data: { booking: aBooking(), series: ['b1'] } })
  const onClose = vi.fn()
  show(<BookModal contact={{ id: 'c1', name: 'Maya Chen', phone: '+12065550142' }} onClose={onClose} />)
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  const book = () => fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  book()
  await screen.findByText('This time is not free.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Book' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Book outside working hours' }))
  book()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [[first], [second]] = bookings.create.mock.calls as [[Record<string, unknown>], [Record<string, unknown>]]
  expect(first).toMatchObject({
    contactID: 'c1',
    items: [{ serviceID: 's1' }],
    startsOnUtc: '2030-05-06T14:00:00.000Z',
    overrides: [],
  })
  // The same id, so that a lost response books nothing twice.
  expect(second).toMatchObject({ clientBookingId: first.clientBookingId, overrides: ['hours'] })
})

test('the visits of a series that are not free are listed by day, and fewer visits can be booked at once', async () => {
  const clashes = ['2030-05-13', '2030-05-27'].map((day) => ({
    startsOnUtc: `${day}T14:00:00.000Z`,
    closedBy: taken('booking').data.closedBy,
  }))
  Element.prototype.scrollIntoView = () => undefined
  const { data, ...error } = taken('booking')
  const refused = Object.assign(new Error('Taken'), error, { data: { ...data, nearest: [], clashes } })
  bookings.create.mockRejectedValueOnce(refused)
  show(<BookModal contact={{ id: 'c1', name: 'Maya Chen', phone: '+12065550142' }} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Repeats' }))
  fireEvent.click(await screen.findByText('Every week'))
  const book = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Book' })
  fireEvent.click(book())
  const note = await screen.findByRole('alert')
  expect(
    within(note)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Monday, May 13: .* is booked\.$/),
    expect.stringMatching(/^Monday, May 27: .* is booked\.$/),
  ])
  expect(book().disabled).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'How many visits' }), { target: { value: '2' } })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(book().disabled).toBe(false)
})

test('an overlap cannot be ignored; a near free time is one click away', async () => {
  bookings.reschedule.mockRejectedValueOnce(taken('booking'))
  show(<RescheduleBookingModal booking={aBooking()} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move visit' }))
  await screen.findByText('This time is not free.')
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /3:00 PM/ }))
  expect(screen.queryByText(/This time is not free/)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move visit' }).disabled).toBe(false)
})

const UNREACHABLE = 'We can’t reach Frontdesk. Nothing you entered is lost. Check your connection and try again.'
const refusal = (code: string) => Object.assign(new Error(code), { code, status: 409 })
const MAY = { startsOnUtc: '2030-05-06T14:00:00.000Z', endsOnUtc: '2030-05-06T14:30:00.000Z' }
const textTheContact = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Text the contact' })
const alert = async () => (await screen.findByRole('alert')).textContent

test.each([true, false])('a visit is cancelled with a reason, and the contact is texted: %s', async (tellsContact) => {
  bookings.cancel.mockResolvedValue({ data: aBooking({ status: 'cancelled' }) })
  const onClose = vi.fn()
  show(<CancelBookingModal booking={aBooking(MAY)} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this visit?' }))
  dialog.getByText(/^Haircut, .*May 6.*2:00.PM/)
  dialog.getByText('The time becomes available to others.')
  dialog.getByText('For the team only.')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Has a cold' } })
  expect(textTheContact().checked).toBe(true)
  if (!tellsContact) fireEvent.click(textTheContact())
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel visit' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookings.cancel.mock.calls).toEqual([
    [{ id: 'b1', version: 3, reason: 'Has a cold', scope: 'this', tellsContact }],
  ])
})

test('a request is declined with a reason, approved with a text, and reopened', async () => {
  bookings.updateStatus.mockResolvedValue({ data: aBooking({ status: 'declined' }) })
  const onClose = vi.fn()
  show(<ChangeStatusModal booking={aBooking({ ...MAY, status: 'requested' })} status="declined" onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this request?' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Fully booked' } })
  expect(textTheContact().checked).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  cleanup()
  show(<DeskActions booking={aBooking({ ...MAY, status: 'requested' })} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(bookings.updateStatus).toHaveBeenCalledTimes(2))
  cleanup()
  show(<ChangeStatusModal booking={aBooking({ ...MAY, status: 'declined' })} status="requested" onClose={onClose} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(bookings.updateStatus).toHaveBeenCalledTimes(3))
  expect(bookings.updateStatus.mock.calls).toEqual([
    [{ id: 'b1', version: 3, status: 'declined', reason: 'Fully booked', tellsContact: true }],
    [{ id: 'b1', version: 3, status: 'booked', tellsContact: true }],
    [{ id: 'b1', version: 3, status: 'requested', reason: '', tellsContact: true }],
  ])
})

test('a visit without a contact is cancelled without a text, a series as a whole', async () => {
  bookings.cancel.mockResolvedValue({ data: aBooking() })
  show(<CancelBookingModal booking={aBooking({ contact: null, seriesID: 'x' })} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('radio', { name: 'This and all later visits' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel visit' }))
  await waitFor(() => expect(bookings.cancel).toHaveBeenCalledWith(expect.objectContaining({ scope: 'following' })))
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a visit that was moved meanwhile is shown at its new time, and is cancelled only on a second try', async () => {
  const at = { startsOnUtc: '2030-05-07T15:00:00.000Z', endsOnUtc: '2030-05-07T15:30:00.000Z' }
  bookings.cancel.mockRejectedValueOnce(refusal('ChangedMeanwhile')).mockResolvedValueOnce({ data: aBooking() })
  bookings.get.mockResolvedValue({ data: aBooking({ ...at, version: 4 }) })
  const onClose = vi.fn()
  show(<CancelBookingModal booking={aBooking(MAY)} onClose={onClose} />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'Has a cold' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel visit' }))
  expect(await alert()).toBe(
    'Someone else just changed this. Here’s the latest. Make your change again if it’s still needed.',
  )
  await screen.findByText(/^Haircut, .*May 7.*3:00.PM/)
  expect(bookings.cancel).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel visit' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookings.cancel).toHaveBeenLastCalledWith(expect.objectContaining({ version: 4, reason: 'Has a cold' }))
})

test('a lost connection keeps the dialog; if the visit was cancelled all the same, the next try says so', async () => {
  bookings.cancel.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const onClose = vi.fn()
  show(<CancelBookingModal booking={aBooking(MAY)} onClose={onClose} />)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel visit' })
  fireEvent.click(button)
  expect(await alert()).toBe(UNREACHABLE)
  expect(bookings.get).not.toHaveBeenCalled()
  bookings.cancel.mockRejectedValueOnce(refusal('ChangedMeanwhile'))
  bookings.get.mockResolvedValue({ data: aBooking({ ...MAY, version: 4, status: 'cancelled' }) })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await screen.findByText(/2:00.PM.* · Canceled$/)
  expect(screen.queryByText('The time becomes available to others.')).toBeNull()
  expect(button.disabled).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test.each([true, false])('a visit is moved to a free time, and the contact is texted: %s', async (tellsContact) => {
  const moved = [{ id: 'b1', version: 4, startsOnUtc: MAY.startsOnUtc, status: 'booked' }]
  bookings.reschedule.mockResolvedValue({ data: { ...aBooking(MAY), moved } })
  const onClose = vi.fn()
  show(<RescheduleBookingModal booking={aBooking()} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Move this visit' }))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move visit' })
  expect(button.disabled).toBe(true)
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  expect(textTheContact().checked).toBe(true)
  if (!tellsContact) fireEvent.click(textTheContact())
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookings.reschedule.mock.calls).toEqual([
    [{ id: 'b1', version: 3, startsOnUtc: MAY.startsOnUtc, overrides: [], scope: 'this', tellsContact }],
  ])
})

test('no time is chosen until someone chooses one, and any other time of a day can be', async () => {
  const moved = [{ id: 'b1', version: 4, startsOnUtc: MAY.startsOnUtc, status: 'booked' }]
  bookings.reschedule.mockResolvedValue({ data: { ...aBooking(MAY), moved } })
  const onClose = vi.fn()
  show(<RescheduleBookingModal booking={aBooking()} onClose={onClose} />)
  const time = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time' })
  const day = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Move visit' })
  expect(time.value).toBe('')
  fireEvent.change(day, { target: { value: '05/09/2030' } })
  fireEvent.blur(day)
  expect([day.value, time.value, button.disabled]).toEqual(['May 9, 2030', '', true])
  act(() => time.focus())
  fireEvent.change(time, { target: { value: '9:00 AM' } })
  fireEvent.blur(time)
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookings.reschedule).toHaveBeenCalledWith(expect.objectContaining({ startsOnUtc: '2030-05-09T09:00:00Z' }))
})

test('a move that fails keeps the chosen time; after a change by someone else it is one of the present visit', async () => {
  const data = { ...aBooking(MAY), moved: [{ id: 'b1', version: 5, startsOnUtc: MAY.startsOnUtc, status: 'booked' }] }
  bookings.reschedule
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(refusal('ChangedMeanwhile'))
    .mockResolvedValueOnce({ data })
  bookings.get.mockResolvedValue({ data: aBooking({ ...MAY, startsOnUtc: '2030-05-07T15:00:00.000Z', version: 4 }) })
  const onClose = vi.fn()
  show(<RescheduleBookingModal booking={aBooking()} onClose={onClose} />)
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Move visit' })
  fireEvent.click(button)
  expect(await alert()).toBe(UNREACHABLE)
  fireEvent.click(button)
  await screen.findByText(/^Someone else just changed this/)
  await screen.findByText(/^Haircut, .*May 7.*3:00.PM/)
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookings.reschedule).toHaveBeenLastCalledWith(
    expect.objectContaining({ version: 4, startsOnUtc: MAY.startsOnUtc }),
  )
})

test('a visit that ended while it was dragged is not moved', async () => {
  bookings.reschedule.mockRejectedValueOnce(refusal('BookingStatusWrong'))
  bookings.get.mockResolvedValue({ data: aBooking({ ...MAY, version: 4, status: 'cancelled' }) })
  show(<MoveBookingModal move={{ booking: aBooking(MAY), startsOnUtc: '2030-05-08T09:00:00Z' }} onClose={() => {}} />)
  await screen.findByText(/Wednesday, May 8, 9:00.AM/)
  expect(textTheContact().checked).toBe(false)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Move visit' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.click(button)
  expect(await alert()).toBe('The booking was changed in the meantime. Check it and try again.')
  await screen.findByText(/2:00.PM.* · Canceled$/)
  expect(button.disabled).toBe(true)
})

test('the move of a series is undone at once, or the toast says what is in the way', async () => {
  const at = '2030-05-06T14:00:00.000Z'
  const moved = ['b1', 'b2', 'b3'].map((id) => ({ id, version: 4, startsOnUtc: at, status: 'booked' }))
  bookings.reschedule.mockResolvedValue({ data: { ...aBooking({ seriesID: 'x', startsOnUtc: at }), moved } })
  const kept = moved.map(({ id }, index) => ({
    ...{ bookingID: id, startsOnUtc: at, previousStartsOnUtc: '2030-05-13T13:00:00.000Z', closedBy: [] },
    reason: index === 1 ? 'taken' : null,
  }))
  bookings.undoReschedule.mockRejectedValueOnce(
    Object.assign(new Error('Kept'), { code: 'MoveNotUndoable', status: 409, data: { kept } }),
  )
  show(
    <>
      <RescheduleBookingModal booking={aBooking({ seriesID: 'x' })} onClose={() => {}} />
      <Toasts />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  fireEvent.click(screen.getByRole('radio', { name: 'All visits' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move visit' }))
  const toast = (await screen.findByText('3 visits moved')).closest('[data-kind]') as HTMLElement
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Monday, May 13, 1:00.PM is no longer free. All visits keep their new times.$/)
  expect(bookings.undoReschedule.mock.calls).toEqual([[{ id: 'b1', moved, tellsContact: true }]])
})

test('filters in the URL become criteria; what is not known is dropped', () => {
  const search = readBookingSearch({
    view: 'all',
    status: 'booked,confirmed,nonsense',
    source: 'nowhere',
    size: 25,
    asc: true,
    q: 'maya',
    range: 'today',
    from: '2026-13-45',
    service: 'none',
    location: 'x,y',
  })
  expect(search).toEqual({ view: 'all', status: 'booked,confirmed', size: 25, asc: true, q: 'maya', range: 'today' })
  expect(toBookingCriteria(search, { locationId: 'l1', zone: 'UTC', now: '2026-03-01T12:00:00Z' })).toEqual({
    searchTerm: 'maya',
    startDateTimeUTC: expect.stringMatching(/T00:00:00Z$/),
    endDateTimeUTC: expect.stringMatching(/T00:00:00Z$/),
    statuses: ['booked', 'confirmed'],
    locationIDs: ['l1'],
  })
})

test('a visit says where it came from, what was ignored for it, and why it ended', async () => {
  const ended = aBooking({
    contact: null,
    status: 'cancelled',
    source: 'page',
    createdBy: null,
    seriesID: 'series',
    overrides: ['notice', 'day-limit'],
    createdOnUtc: '2026-03-02T15:00:00Z',
    endedOnUtc: '2026-03-03T16:30:00Z',
    endReason: 'Has a cold',
  })
  const created = { createdOnUtc: '2026-03-02T15:00:00.000Z' }
  const mail = { ...created, kind: 'reminder', reason: 'landline', recipient: 'maya@example.com' }
  bookingMails.getList.mockResolvedValue({ data: { mails: [mail] } })
  const task = {
    ...created,
    id: 'k1',
    kind: 'call',
    reason: 'landline',
    doneOnUtc: created.createdOnUtc,
    doneBy: 'Ana',
  }
  bookingTasks.getList.mockResolvedValue({ data: { tasks: [{ ...task, booking: ended }], isTruncated: false } })
  bookings.getNoShows.mockResolvedValue({ data: { noShows: 2, lateCancels: 1 } })
  show(
    <>
      <VisitDetails booking={ended} onClose={() => {}} />
      <NoShowNote contactID="c1" />
    </>,
  )
  await screen.findByText(/Reminder, sent because the text wasn’t delivered/)
  await screen.findByText('2 no-shows, 1 late cancellation in the last year')
  await screen.findByText(/Done by Ana/)
  const rows = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  const details = Object.fromEntries(rows)
  expect(details.Time).toContain('One of a series of visits')
  expect(details.Added).toMatch(/Mar 2, 2026 .* on the booking page$/)
  expect(details['Ignored rules']).toBe('Notice, Limit per day')
  expect(details.Canceled).toMatch(/Mar 3, 2026/)
  expect(details.Reason).toBe('Has a cold')
  expect(details).not.toHaveProperty('Arrived')
})
