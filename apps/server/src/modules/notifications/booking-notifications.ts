import { type BookingStatus, type NotificationKind, notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { findVisibleBookings, summarizeBooking } from '../bookings/index.ts'
import { seesScope } from '../visibility/index.ts'
import type { Cleared } from './clear-notifications.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import type { Member } from './members.ts'

type BookingEvent = Pick<HandledEvent, 'bookingChange' | 'actorUserId' | 'at'> & { bookingId: string }
type Summary = NonNullable<Awaited<ReturnType<typeof summarizeBooking>>>

/**
 * Notifies of bookings that were added, moved or cancelled those who serve them, and of requests those who can approve
 * them; of a series that was added or changed at once, about its first booking. Whatever changes a booking marks earlier
 * notifications about it read. Safe to run twice.
 */
export async function changeBookingNotifications(
  tx: TenantTx,
  members: readonly Member[],
  events: readonly HandledEvent[],
): Promise<{ stored: StoredNotification[]; cleared: Cleared[] }> {
  const stored: StoredNotification[] = []
  const cleared: Cleared[] = []
  const latest = new Map(
    events.flatMap((event) => (event.bookingId ? [[event.bookingId, { ...event, bookingId: event.bookingId }]] : [])),
  )
  const series = new Set<string>()
  for (const event of latest.values()) {
    cleared.push(...(await markEarlierRead(tx, event)))
    const booking = await summarizeBooking(tx, event.bookingId)
    const kind = booking && kindOf(event, booking.status)
    if (!kind || series.has(booking.seriesId ?? '')) continue
    if (booking.seriesId) series.add(booking.seriesId)
    const recipients = await findRecipients(tx, members, { event, booking, kind })
    stored.push(...(await store(tx, recipients, { event, booking, kind })))
  }
  return { stored, cleared }
}

/** What a change is to those who serve the booking as it is now; null for a change that another one has overtaken. */
function kindOf({ bookingChange }: BookingEvent, status: BookingStatus): NotificationKind | null {
  if (status === 'requested')
    return bookingChange === 'requested' || bookingChange === 'rescheduled' ? 'booking-to-approve' : null
  if (status === 'cancelled') return bookingChange === 'cancelled' ? 'booking-cancelled' : null
  if (status !== 'booked' && status !== 'confirmed') return null
  if (bookingChange === 'rescheduled') return 'booking-moved'
  return bookingChange === 'booked' || bookingChange === 'restored' ? 'booking-new' : null
}

const markEarlierRead = (tx: TenantTx, { bookingId, at }: BookingEvent): Promise<Cleared[]> =>
  tx
    .updateTable('notifications')
    .set({ readAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('readAt', 'is', null)
    .where('updatedAt', '<', at)
    .returning(['id', 'userId', 'conversationId', 'pushedAt'])
    .execute()

interface Change {
  event: BookingEvent
  booking: Summary
  kind: NotificationKind
}

/** Those who serve the booking; everyone at the location if no one with an account does, or if it is to be approved. */
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

async function store(
  tx: TenantTx,
  recipients: readonly Member[],
  { event: { bookingId, at }, booking, kind }: Change,
): Promise<StoredNotification[]> {
  if (recipients.length === 0) return []
  const told = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('updatedAt', '>=', at)
    .select('userId')
    .execute()
  const missing = recipients.filter(({ viewer }) => !told.some(({ userId }) => userId === viewer.userId))
  if (missing.length === 0) return []
  return tx
    .insertInto('notifications')
    .values(
      missing.map(({ viewer }) => ({
        tenantId: tx.tenantId,
        id: newId(),
        userId: viewer.userId,
        kind,
        bookingId,
        contactId: booking.contactId,
        title: booking.contactName,
        body: booking.text,
        count: 1,
        updatedAt: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'userId', 'kind', 'conversationId', 'updatedAt'])
    .execute()
}
