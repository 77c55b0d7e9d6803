import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { dismissToast } from '../../ui/toast/toasts.ts'
import { conversationCache } from './conversation-cache.ts'

/** The toast that offers to undo a merge. */
export const mergeToastId = (mergedSid: string) => `merged ${mergedSid}`

/** Unmerges a conversation, with all of its messages. */
export async function unmergeConversation(cache: QueryClient, sid: string, mergedSid: string): Promise<void> {
  const { conversation, restored } = (await api.merging.unmerge({ sid, mergedSid })).data
  dismissToast(mergeToastId(mergedSid))
  const conversations = conversationCache(cache)
  conversations.renumber(conversation.sid)
  conversations.take(conversation, ...(restored ? [restored] : []))
}
