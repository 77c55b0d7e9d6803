import { z } from 'zod'
import { BOOKING_MAIL_KINDS } from '../rules/booking-mails.ts'
import { TEXT_PROBLEMS } from '../rules/booking-tasks.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'

/** A mail about a visit to its contact. */
export const BookingMail = z.object({
  kind: z.enum(BOOKING_MAIL_KINDS),
  reason: z.enum(TEXT_PROBLEMS).nullable().describe('Why the text it replaces did not arrive.'),
  recipient: z.string(),
  createdOnUtc: z.iso.datetime(),
  hasFailed: z.boolean().describe('The mail server refused it, or it was returned.'),
})
export type BookingMail = z.infer<typeof BookingMail>

export const bookingMails = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/Mail/get-list',
      tags: ['bookings'],
      summary: 'Lists the mails about a booking to its contact, the oldest first',
    })
    .input(z.object({ bookingID: z.uuid().meta({ names: 'booking' }) }))
    .output(wrapped(z.object({ mails: z.array(BookingMail) })))
    .errors(failsWith('BookingNotFound')),
}
