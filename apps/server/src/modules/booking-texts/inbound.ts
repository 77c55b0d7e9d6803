import type { ConversationRow } from '../conversations/index.ts'
import type { MessageRow } from '../threads/index.ts'

/** A text of a contact, with its locked conversation. */
export interface Inbound {
  conversation: ConversationRow
  message: MessageRow
}
