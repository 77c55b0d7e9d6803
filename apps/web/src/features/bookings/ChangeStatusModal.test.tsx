import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  aBooking,
  bookings,
  ChangeStatusModal,
  DeskActions,
  MAY,
  refusal,
  show,
  textTheContact,
} from './booking-tests.tsx'

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
