import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBooking, bookings, bookingTasks, DeskView, inMinutes, openModal, show } from './booking-tests.tsx'

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
  // The focus stays on the visit, which has moved to another group.
  const arrived = await screen.findByText('Maya Chen', { selector: '[aria-label="Here"] *' })
  const menu = within(arrived.closest('li') as HTMLElement).getByRole('button', { name: 'More actions' })
  await waitFor(() => expect(document.activeElement).toBe(menu))
})

test.each([
  ['On the way', 'updateArrival', { isOnTheWay: true, lateMinutes: null }],
  ['Late', 'updateArrival', { isOnTheWay: true, lateMinutes: 15 }],
  ['Here', 'updateStatus', { status: 'arrived' }],
  ['Done', 'updateStatus', { status: 'completed' }],
  ['No-show', 'updateStatus', { status: 'no-show' }],
] as const)('one tap says of an expected visit: %s', async (name, endpoint, change) => {
  bookings.getCalendar.mockResolvedValue({ data: { bookings: [aBooking()], delays: [] } })
  bookings[endpoint].mockResolvedValue({ data: aBooking() })
  show(<DeskView />)
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(bookings[endpoint]).toHaveBeenCalledWith({ id: 'b1', version: 3, ...change }))
})

test.each([
  [{ onTheWayOnUtc: inMinutes(-5) }, ['Expected', 'Late', 'Here', 'Done', 'No-show']],
  [{ onTheWayOnUtc: inMinutes(-5), lateMinutes: 15 }, ['Expected', 'On the way', 'Here', 'Done', 'No-show']],
  [{ status: 'arrived' }, ['Not here yet', 'Done']],
  [{ status: 'no-show' }, ['Undo', 'Here']],
] as const)('a visit at the desk offers every state that can follow (%j)', async (values, names) => {
  bookings.getCalendar.mockResolvedValue({ data: { bookings: [aBooking(values)], delays: [] } })
  show(<DeskView />)
  const row = (await screen.findByText('Maya Chen')).closest('li') as HTMLElement
  const buttons = within(row).getAllByRole('button').slice(1, -1)
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
})

test('a request for today is shown before the other visits, and approved with one tap', async () => {
  const request = aBooking({ status: 'requested' })
  bookings.getCalendar.mockResolvedValue({ data: { bookings: [request], delays: [] } })
  bookings.updateStatus.mockResolvedValue({ data: aBooking() })
  show(<DeskView />)
  const requested = within(await screen.findByRole('region', { name: 'Requested' }))
  expect(requested.getByText('Maya Chen')).toBeTruthy()
  fireEvent.click(requested.getByRole('button', { name: 'Approve' }))
  const approval = { id: 'b1', version: 3, status: 'booked', tellsContact: true }
  await waitFor(() => expect(bookings.updateStatus).toHaveBeenCalledWith(approval))
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
