import type { RealtimeEvent } from '@frontdesk/contract/api'
import type { ConversationScope } from '@frontdesk/contract/rules'
import type { Push } from '../../platform/realtime/realtime.ts'
import { roomsFor } from '../visibility/index.ts'
import { type ConversationColumns, hideContact, toConversation } from './rows.ts'

export interface Announcer {
  /** Wakes the dispatcher, which enqueues the jobs for newly committed events. */
  wake: () => void
  push: Push
}

/** After commit: pushes events to everyone who may see the conversation, and wakes the dispatcher. */
export function announce(
  { push, wake }: Announcer,
  tenantId: string,
  scope: ConversationScope,
  events: RealtimeEvent[],
): void {
  const rooms = roomsFor(scope)
  for (const event of events) push(tenantId, rooms, event)
  wake()
}

export const conversationChanged = (id: string, at: string, conversation: ConversationColumns): RealtimeEvent => ({
  type: 'conversation.changed',
  id,
  at,
  conversation: forEveryone(conversation),
})

/** Events go to everyone who sees the conversation: without anyone's draft, and without a contact only some may see. */
export const forEveryone = (conversation: ConversationColumns) => toConversation(hideContact(conversation))
