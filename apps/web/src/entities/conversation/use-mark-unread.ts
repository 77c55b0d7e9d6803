import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { conversationCache } from './conversation-cache.ts'
import { openConversation } from './open-conversation.ts'

/** Marks a conversation unread for the viewer and closes it, because an open one is marked read again. */
export function useMarkUnread(sid: string, onLeave: () => void) {
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  return async () => {
    openConversation.set(null)
    onLeave()
    await api.attention
      .markUnread({ sid })
      .then(({ data }) => conversationCache(cache).take(data))
      .catch(showFailure)
  }
}
