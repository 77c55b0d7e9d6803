import type { BookingMailKind, TextProblem } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { VisitForContact } from '../bookings/index.ts'
import { queueMail } from '../mail/index.ts'
import { findBusinessName } from '../messages/index.ts'
import type { BookingMailDeps } from './deps.ts'
import { renderBookingMail } from './render-booking-mail.ts'
import { renderInvitation } from './render-invitation.ts'

interface BookingMail {
  visit: VisitForContact & { email: string }
  kind: BookingMailKind
  cause: string
  reason: TextProblem | null
}

/** Queues a mail about a visit to its contact, once for each cause. */
export async function sendBookingMail(
  { mailer }: BookingMailDeps,
  tx: TenantTx,
  { visit, kind, cause, reason }: BookingMail,
): Promise<void> {
  const { id: bookingId, email: recipient } = visit
  const added = await tx
    .insertInto('bookingMails')
    .values({ tenantId: tx.tenantId, bookingId, kind, cause, reason, recipient, createdAt: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bookingId')
    .executeTakeFirst()
  if (!added) return
  const businessName = await findBusinessName(tx)
  const mailId = await queueMail(tx, {
    to: recipient,
    mail: renderBookingMail(visit, { kind, businessName }),
    // A request that was declined was never in the calendar of the contact.
    ...(kind !== 'reminder' &&
      kind !== 'declined' && {
        calendar: renderInvitation(visit, { kind, businessName, organizer: mailer.address, at: tx.now() }),
      }),
    dedupeKey: `booking:${bookingId}:${kind}:${cause}`,
    // A cancellation is useless after the time of the visit.
    expiresAt: visit.startsAt,
    at: tx.now(),
  })
  await tx
    .updateTable('bookingMails')
    .set({ mailId })
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .execute()
}
