import { z } from 'zod'
import { SETTING_SUBJECTS } from '../rules/events.ts'
import { BulkAction } from './bulk-actions.ts'
import { Conversation } from './conversations.ts'
import { ConversationSid } from './ids.ts'
import { Message } from './messages.ts'
import { Presence, type ScreenReport } from './presence.ts'
import { Teammate } from './profile.ts'
import { ScheduledMessage } from './scheduled-messages.ts'

/**
 * What the server tells a signed-in screen. Payloads look the same to every viewer.
 * `id` is the event's place in the log, as a decimal string; ephemeral events have none.
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
    /** It left with this version: copies before it are of the past. Null: it is nowhere any more. */
    version: z.int().nullable(),
  }),
  /** Its messages were numbered anew, as others came into the thread or left it: whoever shows them asks again. */
  z.object({ ...logged, type: z.literal('thread.renumbered'), sid: ConversationSid }),
  /** A note about a contact that stands in no thread was added or deleted. */
  z.object({ ...logged, type: z.literal('contact.note-changed'), contactID: z.uuid() }),
  /** Many at once, such as everything one teammate held: lists and counts are fetched anew. */
  z.object({ ...logged, type: z.literal('conversations.changed') }),
  /** How far an action of one's own over many conversations has come. */
  z.object({ ...logged, type: z.literal('bulk-action.changed'), action: BulkAction }),
  /** Somebody joined, left or was changed, or a role was. What of it one may see, the team's endpoints say. */
  z.object({ ...logged, type: z.literal('team.changed') }),
  /** What the receiver may see or do has changed; everything on screen is fetched anew. */
  z.object({ ...logged, type: z.literal('viewer.changed') }),
  z.object({ ...logged, type: z.literal('scheduled-message.changed'), scheduledMessage: ScheduledMessage }),
  /** One's own mark on a conversation was set or taken away. */
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
    /** Conversations that the person has read, on whichever device: their alerts close. */
    readSids: z.array(ConversationSid),
  }),
  z.object({ ...logged, type: z.literal('notification-preferences.changed') }),
  /** The receiver's own; another of their screens changed them. */
  z.object({ ...logged, type: z.literal('preferences.changed') }),
  /** The recipient confirmed or changed the email address of their login, possibly on another device. */
  z.object({ ...logged, type: z.literal('login.changed') }),
  z.object({ ...logged, type: z.literal('user.changed'), user: Teammate }),
  z.object({ ...logged, type: z.literal('presence.changed'), presence: Presence }),
  z.object({
    ...logged,
    type: z.literal('viewing'),
    conversationSid: ConversationSid,
    userID: z.uuid(),
    displayName: z.string(),
    isViewing: z.boolean(),
  }),
  /** A location was added, changed or removed. Who may see it asks again: what they may see is not the same for all. */
  z.object({ ...logged, type: z.literal('location.changed'), locationID: z.uuid() }),
  /** Each screen asks for its own view of it. */
  z.object({ ...logged, type: z.literal('subscription.changed') }),
  z.object({ ...logged, type: z.literal('notices.changed') }),
  z.object({ ...logged, type: z.literal('account.changed') }),
  /** A setting of the whole business was changed; whoever shows it asks for it again. */
  z.object({ ...logged, type: z.literal('setting.changed'), subject: z.enum(SETTING_SUBJECTS) }),
])
export type RealtimeEvent = z.infer<typeof RealtimeEvent>
export type EventType = RealtimeEvent['type']
export type EventOf<Type extends EventType> = Extract<RealtimeEvent, { type: Type }>

/**
 * The answer to "what did I miss since event `after`?": nothing or the missed changes, or "too far, reload".
 * `lastId` is where to ask from next time. There is no third way to catch up.
 */
export const CatchUp = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), events: z.array(RealtimeEvent), lastId: z.string() }),
  z.object({ status: z.literal('reload'), lastId: z.string() }),
])
export type CatchUp = z.infer<typeof CatchUp>

/** Socket.IO at `/realtime`; the handshake's `auth.token` is the bearer token. */
export interface ServerToClientEvents {
  event: (event: RealtimeEvent) => void
  /** The session was ended elsewhere. */
  'session.ended': () => void
}
export interface ClientToServerEvents {
  /** Told when the screen moves, falls idle or is used again. */
  screen: (report: ScreenReport) => void
  /** `after`: the last id seen, or null at first, which only answers with the present end of the log. */
  'catch-up': (after: string | null, answer: (result: CatchUp) => void) => void
}
