import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  aBooking,
  availability,
  BookModal,
  bookingResources,
  bookingServices,
  bookings,
  MAY,
  SERVICE,
  show,
  taken,
} from './booking-tests.tsx'

const CONTACT = { id: 'c1', name: 'Maya Chen', phone: '+12065550142' }

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined
})

test('services are added one after the other, each with its teammate or room, and booked as one visit', async () => {
  bookingServices.getList.mockResolvedValue({
    data: {
      services: [
        { ...SERVICE, priceAmount: 4000, resourceIDs: ['ana', 'ben'] },
        {
          ...{
            ...SERVICE,
            id: 's2',
            name: 'Color',
            priceAmount: 9000,
            durations: [60],
            resourceIDs: ['ben', 'r1', 'r2'],
          },
          followOns: [{ serviceID: 's3', gapMinutes: 20 }],
        },
        { ...SERVICE, id: 's3', name: 'Rinse', durations: [10], resourceIDs: ['ana'] },
      ],
    },
  })
  const aResource = { isOwn: false, isArchived: false, locationIDs: ['l1'] }
  bookingResources.getList.mockResolvedValue({
    data: {
      resources: [
        { ...aResource, id: 'ana', kind: 'teammate', name: 'Ana' },
        { ...aResource, id: 'ben', kind: 'teammate', name: 'Ben' },
        { ...aResource, id: 'r1', kind: 'room', name: 'Room 1' },
        { ...aResource, id: 'r2', kind: 'room', name: 'Room 2' },
      ],
    },
  })
  bookings.create.mockRejectedValueOnce(taken('booking')).mockResolvedValue({ data: { booking: aBooking() } })
  const onClose = vi.fn()
  show(<BookModal contact={CONTACT} onClose={onClose} />)
  const choose = (service: string, field: string, option: string | RegExp) => {
    fireEvent.click(within(screen.getByRole('group', { name: service })).getByRole('combobox', { name: field }))
    // The closed dropdowns of the services before it stay mounted.
    const matching = screen.getAllByRole('option', { name: option, hidden: true })
    fireEvent.click(matching.at(-1) ?? document.body)
  }
  await screen.findByText('In total: 30 min · $40.00')
  choose('Service 1', 'With', 'Ana')
  fireEvent.click(screen.getByRole('button', { name: 'Add a service' }))
  expect(document.activeElement).toBe(
    within(screen.getByRole('group', { name: 'Service 2' })).getByRole('combobox', { name: 'Service' }),
  )
  choose('Service 2', 'Service', /^Color/)
  choose('Service 2', 'With', 'Ben')
  choose('Service 2', 'Room', 'Room 2')
  screen.getByText('In total: 2 h · $130.00')
  within(screen.getByRole('group', { name: 'Service 3' })).getByText('After a pause of 20 minutes')
  const items = [
    { serviceID: 's1', resourceIDs: ['ana'] },
    { serviceID: 's2', resourceIDs: ['ben', 'r2'] },
    { serviceID: 's3', gapMinutes: 20 },
  ]
  await waitFor(() => expect(availability.slots.mock.lastCall?.[0]).toMatchObject({ locationID: 'l1', items }))
  fireEvent.click(await screen.findByRole('button', { name: '2:00 PM' }))
  const book = screen.getByRole('button', { name: 'Book' })
  fireEvent.click(book)
  fireEvent.click(await screen.findByRole('button', { name: 'Monday, May 6, 3:00 PM' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove service 3' }))
  screen.getByText('In total: 1 h 30 min · $130.00')
  fireEvent.click(book)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [[first], [second]] = bookings.create.mock.calls as [[Record<string, unknown>], [Record<string, unknown>]]
  expect(first).toMatchObject({ items, startsOnUtc: MAY.startsOnUtc })
  expect(second).toMatchObject({ items: items.slice(0, 2), startsOnUtc: '2030-05-06T15:00:00.000Z' })
})

test('a visit is not booked while one of its services is not chosen', async () => {
  show(<BookModal contact={CONTACT} startsOnUtc={MAY.startsOnUtc} onClose={vi.fn()} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a service' }))
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  await screen.findByText('Choose a service, or remove what you don’t need.')
  expect(bookings.create).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Remove service 2' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a service' }))
  expect(screen.queryByRole('alert')).toBeNull()
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
    show(<BookModal contact={CONTACT} startsOnUtc={MAY.startsOnUtc} durationMinutes={dragged} onClose={onClose} />)
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
