import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBooking, BookModal, bookingServices, bookings, MAY, SERVICE, show, taken } from './booking-tests.tsx'

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
  // The same idempotency key, so that a retry does not book twice.
  expect(second).toMatchObject({ clientBookingId: first.clientBookingId, overrides: ['hours'] })
})

test.each([
  { dragged: 60, durationMinutes: 60 },
  { dragged: 45, durationMinutes: undefined },
])(
  'a time that was dragged over for $dragged minutes is booked with that length if there is one',
  async ({ dragged, durationMinutes }) => {
    bookingServices.getList.mockResolvedValue({ data: { services: [{ ...SERVICE, durations: [30, 60] }] } })
    bookings.create.mockResolvedValue({ data: { booking: aBooking(), series: ['b1'] } })
    const onClose = vi.fn()
    const contact = { id: 'c1', name: 'Maya Chen', phone: '+12065550142' }
    show(<BookModal contact={contact} startsOnUtc={MAY.startsOnUtc} durationMinutes={dragged} onClose={onClose} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Book' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bookings.create.mock.lastCall?.[0].items).toEqual([
      { serviceID: 's1', ...(durationMinutes && { durationMinutes }) },
    ])
  },
)

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
