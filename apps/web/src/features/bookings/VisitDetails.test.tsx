import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  aBooking,
  bookingMails,
  bookings,
  bookingTasks,
  DeskActions,
  MAY,
  NoShowNote,
  openModal,
  show,
  VisitDetails,
} from './booking-tests.tsx'

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
