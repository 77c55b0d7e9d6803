import { type BookingStatus, type NotificationKind, notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findVisibleBookings, summarizeBooking } from '../bookings/index.ts'
import { seesScope } from '../visibility/index.ts'
import type { HandledEvent } from './handled-events.ts'
import type { Member } from './members.ts'
import {
  type ChangeNotifications,
  markUnreadAsRead,
  type NotificationChanges,
  storeForEach,
} from './notification-changes.ts'

type BookingEvent = Pick<HandledEvent, 'bookingChange' | 'actorUserId' | 'at'> & { bookingId: string }
type Summary = NonNullable<Awaited<ReturnType<typeof summarizeBooking>>>

/**
 * Notifies of bookings that were added, moved or cancelled those who serve them, and of requests those who can approve
 * them; of a series that was added or changed at once, about its first booking. Whatever changes a booking marks
 * earlier notifications about it read.
 */
export const changeBookingNotifications: ChangeNotifications = async (tx, members, events) => {
  const changes: NotificationChanges = { stored: [], cleared: [] }
  const latest = new Map(
    events.flatMap((event) => (event.bookingId ? [[event.bookingId, { ...event, bookingId: event.bookingId }]] : [])),
  )
  const series = new Set<string>()
  for (const event of latest.values()) {
    const { bookingId, at } = event
    changes.cleared.push(
      ...(await markUnreadAsRead(tx, at, ({ and, eb }) =>
        and([eb('bookingId', '=', bookingId), eb('updatedAt', '<', at)]),
      )),
    )
    const booking = await summarizeBooking(tx, bookingId)
    const kind = booking && kindOf(event, booking.status)
    if (!kind || series.has(booking.seriesId ?? '')) continue
    if (booking.seriesId) series.add(booking.seriesId)
    const { contactId, contactName: title, text: body } = booking
    changes.stored.push(
      ...(await storeForEach(
        tx,
        await findRecipients(tx, members, { event, booking, kind }),
        { kind, bookingId, contactId, title, body, updatedAt: at },
        ({ and, eb }) => and([eb('bookingId', '=', bookingId), eb('updatedAt', '>=', at)]),
      )),
    )
  }
  return changes
}

/** The notification for those who serve the booking; null if a later change has overtaken this one. */
function kindOf({ bookingChange }: BookingEvent, status: BookingStatus): NotificationKind | null {
  if (status === 'requested')
    return bookingChange === 'requested' || bookingChange === 'rescheduled' ? 'booking-to-approve' : null
  if (status === 'cancelled') return bookingChange === 'cancelled' ? 'booking-cancelled' : null
  if (status !== 'booked' && status !== 'confirmed') return null
  if (bookingChange === 'rescheduled') return 'booking-moved'
  return bookingChange === 'booked' || bookingChange === 'restored' ? 'booking-new' : null
}

interface Change {
  event: BookingEvent
  booking: Summary
  kind: NotificationKind
}

/** Teammates who serve the booking; everyone at the location if none has an account, or if it needs approval. */
async function findRecipients(
  tx: TenantTx,
  members: readonly Member[],
  { event, booking, kind }: Change,
): Promise<Member[]> {
  const isServedBy = ({ viewer }: Member) => booking.servedBy.includes(viewer.userId)
  const isForAll = kind === 'booking-to-approve' || !members.some(isServedBy)
  const recipients: Member[] = []
  for (const member of members) {
    const { viewer, settings } = member
    if (viewer.userId === event.actorUserId || !(isForAll || isServedBy(member))) continue
    if (!seesScope(viewer, booking.locationId) || !notificationRules.isOnAnywhere(settings, kind)) continue
    if ((await findVisibleBookings(tx, viewer, [event.bookingId])).size > 0) recipients.push(member)
  }
  return recipients
}
