import type { RealtimeEvent } from '@frontdesk/contract/api'
import { type ConversationColumns, forEveryone } from '../conversations/index.ts'
import { type MessageRow, toMessage } from './rows.ts'

export const messageCreated = (
  id: string,
  at: string,
  conversation: ConversationColumns,
  message: MessageRow,
): RealtimeEvent => ({
  type: 'message.created',
  id,
  at,
  conversation: forEveryone(conversation),
  message: toMessage(message),
})

export const messageChanged = (id: string | null, at: string, message: MessageRow): RealtimeEvent => ({
  type: 'message.changed',
  id,
  at,
  message: toMessage(message),
})
