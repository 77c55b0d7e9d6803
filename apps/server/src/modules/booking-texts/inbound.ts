import type { TenantTx } from '../../platform/database/database.ts'
import { lockScheduleOfContact } from '../bookings/index.ts'
import { type ConversationRow, findConversation, lockConversationsOf } from '../conversations/index.ts'
import { lockInboundMessage } from '../messages/index.ts'
import { throughPair } from '../number-pairs/index.ts'
import { findMessage, type MessageRow } from '../threads/index.ts'

/** A text of a contact, with its locked conversation, in which replies go to the one who wrote it. */
export interface Inbound {
  conversation: ConversationRow & { viaId: string }
  message: MessageRow
}

/** Loads a text, and locks the schedule of its contact and then their conversations. */
export async function lockInbound(tx: TenantTx, messageId: string): Promise<Inbound | undefined> {
  const contactId = await findSender(tx, messageId)
  if (contactId === undefined) return undefined
  await lockScheduleOfContact(tx, contactId)
  await lockConversationsOf(tx, contactId)
  const locked = await lockInboundMessage(tx, messageId)
  return locked && { ...locked, conversation: throughPair(locked.conversation, locked.message.viaId) }
}

async function findSender(tx: TenantTx, messageId: string): Promise<string | undefined> {
  const message = await findMessage(tx, messageId)
  const conversation = message && (await findConversation(tx, null, message.conversationId, 'read'))
  return conversation && throughPair(conversation, message.viaId).contactId
}
