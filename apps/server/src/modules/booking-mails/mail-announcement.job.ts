import type { BookingStatus } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { bookingAnnounced } from '../bookings/events.ts'
import { findForText, type MailedChange } from '../bookings/index.ts'
import type { BookingMailDeps } from './deps.ts'
import { sendBookingMail } from './send-booking-mail.ts'

const NAME = 'mail-announcement'

/** Statuses in which an announcement is still true. */
const STATUSES: Record<MailedChange, readonly BookingStatus[]> = {
  booked: ['booked', 'confirmed'],
  rescheduled: ['booked', 'confirmed'],
  cancelled: ['cancelled'],
  declined: ['declined'],
}

const Payload = z.object({
  tenantId: z.uuid(),
  bookingId: z.uuid(),
  version: z.int(),
  state: bookingAnnounced.schema.shape.state,
})

export const announcedSubscription = subscribe(bookingAnnounced, ({ tenantId, data }) => [
  {
    identifier: NAME,
    payload: { tenantId, bookingId: data.bookingID, version: data.version, state: data.state },
    jobKey: `${NAME}:${data.bookingID}:${data.version}`,
  },
])

/**
 * Mails an announcement about a visit to its contact, unless they have no email address or a later change has made it
 * obsolete. Safe to run twice: a mail is queued once for each version of a booking.
 */
export const mailAnnouncement = defineJob({
  name: NAME,
  lane: 'mail',
  payload: Payload,
  run: (deps: BookingMailDeps, { tenantId, bookingId, version, state }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const visit = await findForText(deps, tx, bookingId)
      if (!visit?.email || !isAfter(visit.startsAt, tx.now())) return
      if (!STATUSES[state].includes(visit.status)) return
      const { mailsVisits } = await readBookingConfigs(tx)
      if (!mailsVisits) return
      const announced = { ...visit, email: visit.email }
      await sendBookingMail(deps, tx, { visit: announced, kind: state, cause: String(version), reason: null })
    }),
})
