import type { TenantTx } from '../../platform/database/database.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { lockInboundMessage } from '../messages/index.ts'
import { throughPair } from '../number-pairs/index.ts'
import type { MessageRow } from '../threads/index.ts'

/** A text of a contact, with its locked conversation, in which replies go to the one who wrote it. */
export interface Inbound {
  conversation: ConversationRow & { viaId: string }
  message: MessageRow
}

/** Loads a text and locks its conversation. */
export async function lockInbound(tx: TenantTx, messageId: string): Promise<Inbound | undefined> {
  const locked = await lockInboundMessage(tx, messageId)
  return locked && { ...locked, conversation: throughPair(locked.conversation, locked.message.viaId) }
}
