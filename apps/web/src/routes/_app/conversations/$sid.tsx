import { createFileRoute } from '@tanstack/react-router'
import { preloadConversationPanes } from '../../../app/inbox/conversation-panes.ts'
import { conversationBySid, messageThread } from '../../../entities/conversation/queries.ts'

/**
 * A usual response arrives within this time, so thread and messages are rendered once. A slower one follows the thread.
 */
const MESSAGES_WAIT_MS = 60

/**
 * Loads the conversation; the layout route renders it. Has no component: its chunk would delay the first navigation.
 */
export const Route = createFileRoute('/_app/conversations/$sid')({
  loader: async ({ context: { cache }, params: { sid } }) => {
    void cache.prefetchQuery(conversationBySid(sid))
    const messages = cache.prefetchQuery(messageThread(sid))
    await preloadConversationPanes()
    const isShowable = cache.getQueryData(messageThread(sid).queryKey) !== undefined
    if (!isShowable) await Promise.race([messages, new Promise((resolve) => setTimeout(resolve, MESSAGES_WAIT_MS))])
  },
})
