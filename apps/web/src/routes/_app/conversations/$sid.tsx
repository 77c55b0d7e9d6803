import { createFileRoute } from '@tanstack/react-router'
import { loadConversationPanes } from '../../../features/conversations/open-conversation-panes.ts'
import { conversationBySid, messageThread } from '../../../features/conversations/queries.ts'

/** The screen around it draws the conversation; this says which one, and starts loading it. */
export const Route = createFileRoute('/_app/conversations/$sid')({
  loader: async ({ context, params }) => {
    void context.cache.prefetchQuery(conversationBySid(params.sid))
    void context.cache.prefetchQuery(messageThread(params.sid))
    await loadConversationPanes()
  },
  component: () => null,
})
