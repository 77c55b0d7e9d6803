import { createFileRoute } from '@tanstack/react-router'
import { preloadConversationPanes } from '../../../app/inbox/conversation-panes.ts'
import { conversationBySid, messageThread } from '../../../entities/conversation/queries.ts'

/** The screen around it draws the conversation; this says which one, and starts loading it. */
export const Route = createFileRoute('/_app/conversations/$sid')({
  loader: async ({ context, params }) => {
    void context.cache.prefetchQuery(conversationBySid(params.sid))
    void context.cache.prefetchQuery(messageThread(params.sid))
    await preloadConversationPanes()
  },
  component: () => null,
})
