import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { conversationCache } from './conversation-cache.ts'

/** Unmerges a conversation, with all of its messages. */
export async function unmergeConversation(cache: QueryClient, sid: string, mergedSid: string): Promise<void> {
  const { conversation, restored } = (await api.merging.unmerge({ sid, mergedSid })).data
  const conversations = conversationCache(cache)
  conversations.renumber(conversation.sid)
  conversations.take(conversation, ...(restored ? [restored] : []))
}
