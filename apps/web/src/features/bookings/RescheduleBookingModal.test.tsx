import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  aBooking,
  alert,
  bookings,
  MAY,
  MoveBookingModal,
  RescheduleBookingModal,
  refusal,
  show,
  Toasts,
  taken,
  textTheContact,
  UNREACHABLE,
} from './booking-tests.tsx'

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
  fireEvent.click(screen.getByRole('button', { name: 'Move visits' }))
  const toast = (await screen.findByText('3 visits moved')).closest('[data-kind]') as HTMLElement
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Monday, May 13, 1:00.PM is no longer free. All visits keep their new times.$/)
  expect(bookings.undoReschedule.mock.calls).toEqual([[{ id: 'b1', moved, tellsContact: true }]])
})
