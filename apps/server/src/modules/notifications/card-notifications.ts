import { can, type NotificationKind, notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findVisibleBookings, summarizeBooking } from '../bookings/index.ts'
import { findVisibleContacts, seesScope } from '../visibility/index.ts'
import type { Member } from './members.ts'
import { type ChangeNotifications, storeForEach } from './notification-changes.ts'

const KIND: NotificationKind = 'payment-failed'

/**
 * Notifies those who manage payments at the location, once for each held time, of a contact whose card was declined and
 * who could not be texted. Marked read when the time is booked or released, like all notifications about a booking.
 */
export const notifyOfDeclinedCards: ChangeNotifications = async (tx, members, events) => {
  const stored = []
  for (const { declinedCard, at } of events) {
    if (!declinedCard) continue
    const { bookingId, contactId } = declinedCard
    const booking = await summarizeBooking(tx, bookingId, contactId)
    if (booking?.status !== 'held') continue
    const { contactId: mainContactId, contactName: title, text: body, locationId } = booking
    const recipients = await findRecipients(tx, members, { bookingId, contactId: mainContactId, locationId })
    const notification = { kind: KIND, bookingId, contactId: mainContactId, title, body, updatedAt: at }
    const isSame: Parameters<typeof storeForEach>[3] = ({ and, eb }) =>
      and([eb('bookingId', '=', bookingId), eb('kind', '=', KIND)])
    stored.push(...(await storeForEach(tx, recipients, notification, isSame)))
  }
  return { stored, cleared: [] }
}

interface DeclinedCard {
  bookingId: string
  contactId: string
  locationId: string
}

async function findRecipients(
  tx: TenantTx,
  members: readonly Member[],
  { bookingId, contactId, locationId }: DeclinedCard,
): Promise<Member[]> {
  const recipients: Member[] = []
  for (const member of members) {
    const { viewer, settings } = member
    if (!can(viewer, 'payments_manage') || !seesScope(viewer, locationId)) continue
    if (!notificationRules.isOnAnywhere(settings, KIND)) continue
    if ((await findVisibleContacts(tx, viewer, [contactId])).size === 0) continue
    if ((await findVisibleBookings(tx, viewer, [bookingId])).size > 0) recipients.push(member)
  }
  return recipients
}
