import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  aBooking,
  alert,
  bookings,
  CancelBookingModal,
  MAY,
  refusal,
  show,
  textTheContact,
  UNREACHABLE,
} from './booking-tests.tsx'

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
  dialog.getByRole('button', { name: 'Keep visit' })
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull()
  if (!tellsContact) fireEvent.click(textTheContact())
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel visit' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bookings.cancel.mock.calls).toEqual([
    [{ id: 'b1', version: 3, reason: 'Has a cold', scope: 'this', tellsContact }],
  ])
})

test('a visit without a contact is cancelled without a text, a series as a whole', async () => {
  bookings.cancel.mockResolvedValue({ data: aBooking() })
  show(<CancelBookingModal booking={aBooking({ contact: null, seriesID: 'x' })} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('radio', { name: 'This and all later visits' }))
  screen.getByRole('button', { name: 'Keep visits' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel visits' }))
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
