import type { Conversation } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { conversationCache } from './conversation-cache.ts'
import { conversationVersions } from './conversation-versions.ts'

/** Applies a response to the cache; null means the viewer can no longer see it. Returns whether they may. */
export function applyOrForget(cache: QueryClient, sid: string, conversation: Conversation | null): boolean {
  if (conversation) {
    conversationCache(cache).take(conversation)
    return true
  }
  conversationVersions.forget(sid)
  conversationCache(cache).apply({ changed: [], gone: [sid] })
  return false
}

export async function assignConversation(
  cache: QueryClient,
  sid: string,
  request: { toUserID: string | null; note?: string | undefined; isClaim?: boolean },
): Promise<boolean> {
  const { data } = await api.assignment.change({ sid, ...request })
  return applyOrForget(cache, sid, data)
}
