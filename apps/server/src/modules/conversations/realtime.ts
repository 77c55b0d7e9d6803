import type { Conversation, Message, RealtimeEvent } from '@frontdesk/contract/api'
import type { Push } from '../../platform/realtime/realtime.ts'
import { roomsFor, scopeOf } from '../visibility/index.ts'
import { hideContact } from './rows.ts'

export interface Announcer {
  /** Someone may be waiting for jobs of what was just committed. */
  wake: () => void
  push: Push
}

/** After commit: tells everybody who may see the conversation, and wakes the dispatcher. */
export function announce(
  { push, wake }: Announcer,
  tenantId: string,
  conversation: Conversation,
  events: RealtimeEvent[],
): void {
  const rooms = roomsFor(scopeOf(conversation))
  for (const event of events) push(tenantId, rooms, event)
  wake()
}

export const messageCreated = (
  id: string,
  at: string,
  conversation: Conversation,
  message: Message,
): Extract<RealtimeEvent, { type: 'message.created' }> => ({
  type: 'message.created',
  id,
  at,
  conversation: forEveryone(conversation),
  message,
})

export const messageChanged = (id: string | null, at: string, message: Message): RealtimeEvent => ({
  type: 'message.changed',
  id,
  at,
  message,
})

export const conversationChanged = (
  id: string,
  at: string,
  conversation: Conversation,
): Extract<RealtimeEvent, { type: 'conversation.changed' }> => ({
  type: 'conversation.changed',
  id,
  at,
  conversation: forEveryone(conversation),
})

/** Events go to everyone who sees the conversation: without anyone's draft, and without a contact only some may see. */
const forEveryone = (conversation: Conversation): Conversation => hideContact(withoutDrafts(conversation))

/** Without the draft and unread mark of one person. */
export const withoutDrafts = ({
  attributes: { drafts: _draft, isMarkedUnread: _mark, ...attributes },
  ...conversation
}: Conversation): Conversation => ({ ...conversation, attributes })
