import type { Conversation } from '@frontdesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { conversationCache } from './conversation-cache.ts'

type Action = 'open' | 'close'
type Attention = 'wake' | 'handled'

/** What can be done with a conversation as a whole; a failure is told in a toast. */
export function useConversationActions(sid: string) {
  const cache = useQueryClient()
  const tellFailure = useFailureToast()

  const run = async (action: Action) => {
    const { data } = await api.conversations[action]({ sid })
    conversationCache(cache).take(data)
    return data
  }
  const setBlocked = async (isBlocked: boolean, phoneNumbers: string[]) => {
    const { data } = await api.conversations[isBlocked ? 'block' : 'unblock']({ sid, phoneNumbers })
    conversationCache(cache).take(data)
  }
  const attend = async (action: Attention) => {
    await api.attention[action]({ sid })
      .then(({ data }) => conversationCache(cache).take(data))
      .catch(tellFailure)
  }
  return {
    run,
    setBlocked,
    attend,
    toggleClosed: (conversation: Conversation) =>
      run(conversation.attributes.isClosed ? 'open' : 'close').catch(tellFailure),
    unblock: (phoneNumber: string) => setBlocked(false, [phoneNumber]).catch(tellFailure),
  }
}
