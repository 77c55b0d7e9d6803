import { z } from 'zod'
import { SETTING_SUBJECTS } from '../rules/events.ts'
import { BulkAction } from './bulk-actions.ts'
import { ContactImport } from './contact-imports.ts'
import { Conversation } from './conversations.ts'
import { ConversationSid, GroupSid } from './ids.ts'
import { Message } from './messages.ts'
import { Presence, type ScreenReport } from './presence.ts'
import { Teammate } from './profile.ts'
import { ScheduledMessage } from './scheduled-messages.ts'

/**
 * Live events for signed-in screens. Payloads are the same for every viewer.
 * `id` is the event's position in the log, as a decimal string; ephemeral events have none.
 */
const logged = { id: z.string().nullable(), at: z.iso.datetime() }

export const RealtimeEvent = z.discriminatedUnion('type', [
  z.object({ ...logged, type: z.literal('message.created'), conversation: Conversation, message: Message }),
  z.object({ ...logged, type: z.literal('message.changed'), message: Message }),
  z.object({ ...logged, type: z.literal('conversation.changed'), conversation: Conversation }),
  z.object({
    ...logged,
    type: z.literal('conversation.gone'),
    sid: ConversationSid,
    /** Version with which it became invisible, so that older copies can be discarded; null if it was deleted. */
    version: z.int().nullable(),
  }),
  /** Its messages were renumbered by a merge or unmerge; clients that display them refetch. */
  z.object({ ...logged, type: z.literal('thread.renumbered'), sid: ConversationSid }),
  /** A contact was added, changed or deleted; null when several were. Clients refetch what shows it. */
  z.object({ ...logged, type: z.literal('contact.changed'), contactID: z.uuid().nullable() }),
  /** A note about a contact, outside of any conversation, was added or deleted. */
  z.object({ ...logged, type: z.literal('contact.note-changed'), contactID: z.uuid() }),
  /** Many conversations changed at once, for example by reassignment; clients refetch lists and counts. */
  z.object({ ...logged, type: z.literal('conversations.changed') }),
  /** Progress of the user's own bulk action. */
  z.object({ ...logged, type: z.literal('bulk-action.changed'), action: BulkAction }),
  /** Progress of the user's own import of contacts. */
  z.object({ ...logged, type: z.literal('contact-import.changed'), contactImport: ContactImport }),
  /** A text that may ask for no more texts arrived or was decided about; clients refetch the list of them. */
  z.object({ ...logged, type: z.literal('consent-review.changed'), conversationSid: ConversationSid }),
  /** A group, its members or its notes changed; clients refetch what shows it. */
  z.object({ ...logged, type: z.literal('group.changed'), groupSid: GroupSid }),
  /** A message to a group or to selected contacts started, progressed or ended; clients refetch it. */
  z.object({
    ...logged,
    type: z.literal('group-message.changed'),
    groupMessageID: z.uuid(),
    groupSid: GroupSid.nullable(),
  }),
  /** A campaign was added, changed, scheduled, sent or deleted; clients refetch it. */
  z.object({ ...logged, type: z.literal('campaign.changed'), campaignID: z.uuid() }),
  /** An automation was added, changed, turned on or off, or deleted, or it ran; clients refetch it. */
  z.object({ ...logged, type: z.literal('automation.changed'), automationID: z.uuid() }),
  /** A booking or a block was added or changed; null when several were. Clients refetch what shows it. */
  z.object({ ...logged, type: z.literal('booking.changed'), bookingID: z.uuid().nullable() }),
  /** A payment request or an estimate was added, changed or deleted. Clients refetch what shows it. */
  z.object({ ...logged, type: z.literal('payment.changed'), paymentID: z.uuid() }),
  /** The team or a role changed; clients refetch what they may see. */
  z.object({ ...logged, type: z.literal('team.changed') }),
  /** The recipient's rights changed; clients refetch everything. */
  z.object({ ...logged, type: z.literal('viewer.changed') }),
  z.object({ ...logged, type: z.literal('scheduled-message.changed'), scheduledMessage: ScheduledMessage }),
  /** The user's own unread mark was set or removed. */
  z.object({
    ...logged,
    type: z.literal('unread-mark.changed'),
    conversationSid: ConversationSid,
    isMarkedUnread: z.boolean(),
  }),
  z.object({ ...logged, type: z.literal('draft.changed'), conversationSid: ConversationSid, messageDraft: z.string() }),
  z.object({
    ...logged,
    type: z.literal('typing'),
    conversationSid: ConversationSid,
    userID: z.uuid(),
    displayName: z.string(),
    isTyping: z.boolean(),
  }),
  z.object({
    ...logged,
    type: z.literal('notifications.changed'),
    unreadCount: z.int(),
    /** Conversations the user has read on any device, whose alerts are to be dismissed. */
    readSids: z.array(ConversationSid),
  }),
  z.object({ ...logged, type: z.literal('notification-preferences.changed') }),
  /** The recipient's own preferences, changed on another screen. */
  z.object({ ...logged, type: z.literal('preferences.changed') }),
  /** The recipient confirmed or changed the email address of their login, possibly on another device. */
  z.object({ ...logged, type: z.literal('login.changed') }),
  z.object({ ...logged, type: z.literal('user.changed'), user: Teammate }),
  z.object({ ...logged, type: z.literal('presence.changed'), presence: Presence }),
  /** A server process ended without its screens reporting it. Clients refetch who is online and who views what. */
  z.object({ ...logged, type: z.literal('presence.expired') }),
  z.object({
    ...logged,
    type: z.literal('viewing'),
    conversationSid: ConversationSid,
    userID: z.uuid(),
    displayName: z.string(),
    isViewing: z.boolean(),
  }),
  /** A location was added, changed or removed. Clients refetch, because visibility differs by user. */
  z.object({ ...logged, type: z.literal('location.changed'), locationID: z.uuid() }),
  /** Clients refetch, because visibility differs by user. */
  z.object({ ...logged, type: z.literal('subscription.changed') }),
  z.object({ ...logged, type: z.literal('notices.changed') }),
  z.object({ ...logged, type: z.literal('account.changed') }),
  /** A setting of the business changed; clients that display it refetch. */
  z.object({ ...logged, type: z.literal('setting.changed'), subject: z.enum(SETTING_SUBJECTS) }),
])
export type RealtimeEvent = z.infer<typeof RealtimeEvent>
export type EventType = RealtimeEvent['type']
export type EventOf<Type extends EventType> = Extract<RealtimeEvent, { type: Type }>

/**
 * Response to "what did I miss since event `after`?": the missed changes, or "reload" if there are too many.
 * `lastId` is the `after` of the next request.
 */
export const CatchUp = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), events: z.array(RealtimeEvent), lastId: z.string() }),
  z.object({ status: z.literal('reload'), lastId: z.string() }),
])
export type CatchUp = z.infer<typeof CatchUp>

/** Socket.IO at `/realtime`; the handshake's `auth.token` is the bearer token. */
export interface ServerToClientEvents {
  event: (event: RealtimeEvent) => void
  /** The session was ended, for example from another device. */
  'session.ended': () => void
}
export interface ClientToServerEvents {
  /** Sent when the screen navigates, becomes idle or active. */
  screen: (report: ScreenReport) => void
  /** `after`: the last id seen; null at first, which only returns the current end of the log. */
  'catch-up': (after: string | null, answer: (result: CatchUp) => void) => void
}
