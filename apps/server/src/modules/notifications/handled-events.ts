import { z } from 'zod'
import type { EventOf } from '../../platform/events/define-event.ts'
import { memberJoined } from '../accounts/events.ts'
import { calendarBroken } from '../booking-calendars/events.ts'
import { cardLinkFailed } from '../booking-payments/events.ts'
import { bookingChanged } from '../bookings/events.ts'
import { campaignChanged } from '../campaigns/events.ts'
import {
  conversationAssigned,
  conversationDeleted,
  conversationLeft,
  conversationRead,
} from '../conversations/events.ts'
import { conversationMerged } from '../merging/events.ts'
import {
  messageDeleted,
  messageDeliveryChanged,
  messageFailureDismissed,
  messageReceived,
  noteDeleted,
} from '../messages/events.ts'
import { noteAdded, noteEdited } from '../notes/events.ts'
import { payoutFailed } from '../payment-accounts/events.ts'
import { paymentChanged } from '../payment-documents/events.ts'
import { notifiesOfPayment } from './payment-kinds.ts'

/** Events that create or clear notifications. */
export const HANDLED_EVENTS = [
  messageReceived,
  messageDeliveryChanged,
  messageFailureDismissed,
  messageDeleted,
  noteAdded,
  noteEdited,
  noteDeleted,
  conversationRead,
  conversationAssigned,
  conversationMerged,
  conversationLeft,
  conversationDeleted,
  memberJoined,
  calendarBroken,
  bookingChanged,
  cardLinkFailed,
  paymentChanged,
  payoutFailed,
  campaignChanged,
]
type RecordedEvent = EventOf<(typeof HANDLED_EVENTS)[number]>

/** An event as the job's payload holds it. */
export const HandledEvent = z.object({
  type: z.enum(HANDLED_EVENTS.map(({ type }) => type)),
  conversationId: z.uuid().nullable(),
  messageId: z.uuid().nullable(),
  actorUserId: z.uuid().nullable(),
  locationId: z.uuid().nullish(),
  toUserId: z.uuid().nullish(),
  at: z.string(),
  bulkActionId: z.uuid().nullish(),
  /** The calendar account that can no longer be read. */
  connectionId: z.uuid().nullish(),
  bookingId: z.uuid().nullish(),
  bookingChange: z.string().nullish(),
  /** A contact whose card was declined and who could not be texted, and the booking. */
  declinedCard: z.object({ bookingId: z.uuid(), contactId: z.uuid() }).nullish(),
  campaignId: z.uuid().nullish(),
  paymentId: z.uuid().nullish(),
  paymentChange: z.string().nullish(),
  payout: z.object({ id: z.uuid(), amount: z.int(), currency: z.string() }).nullish(),
  /** A failed message is being retried. */
  isRetry: z.boolean().default(false),
})
export type HandledEvent = z.infer<typeof HandledEvent>
export type ConversationEvent = HandledEvent & { conversationId: string }

/** Changes of bookings that neither create nor clear notifications. */
const QUIET_CHANGES: ReadonlySet<EventOf<typeof bookingChanged>['data']['change']> = new Set([
  'held',
  'updated',
  'arrived',
  'completed',
  'no-show',
])

/** Whether the event creates or clears notifications. */
export function isRelevant(event: RecordedEvent): boolean {
  if (event.type === 'member.joined' || event.type === 'calendar.broken') return true
  if (event.type === 'payout.failed' || event.type === 'campaign.changed') return true
  if (event.type === 'booking.card-link-failed') return true
  if (event.type === 'payment.changed') return notifiesOfPayment(event.data.change)
  if (event.type === 'booking.changed') return !QUIET_CHANGES.has(event.data.change)
  if (!event.conversationId) return false
  if (event.type === 'message.delivery-changed')
    return event.data.status === 'failed' || event.data.status === 'undelivered' || isRetry(event)
  return event.type !== 'message.received' || !event.data.isBlocked
}

export const toHandledEvent = (event: RecordedEvent): z.input<typeof HandledEvent> => ({
  type: event.type,
  conversationId: event.conversationId,
  messageId: event.messageId,
  actorUserId: event.actorUserId,
  // The conversation's row is gone, so its visibility scope comes from the event.
  ...(event.type === 'conversation.deleted' && { locationId: event.locationId, toUserId: event.toUserId }),
  ...(event.type === 'calendar.broken' && { toUserId: event.data.userID, connectionId: event.data.connectionID }),
  ...(event.type === 'booking.changed' && { bookingId: event.data.bookingID, bookingChange: event.data.change }),
  ...(event.type === 'booking.card-link-failed' && {
    declinedCard: { bookingId: event.data.bookingID, contactId: event.data.contactID },
  }),
  ...(event.type === 'campaign.changed' && { campaignId: event.data.campaignID }),
  ...(event.type === 'payment.changed' && { paymentId: event.data.paymentID, paymentChange: event.data.change }),
  ...(event.type === 'payout.failed' && {
    payout: { id: event.data.payoutID, amount: event.data.amount, currency: event.data.currency },
  }),
  at: event.at,
  isRetry: isRetry(event),
  bulkActionId: event.type === 'conversation.assigned' ? (event.data.bulkActionId ?? null) : null,
})

/** Requeued because a person retried it, not because the carrier was unavailable. */
const isRetry = (event: RecordedEvent): boolean =>
  event.type === 'message.delivery-changed' && event.data.status === 'queued' && !event.data.isReturn
