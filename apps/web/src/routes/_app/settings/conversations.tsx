import { createFileRoute } from '@tanstack/react-router'
import { ConversationSettingsScreen } from '../../../features/conversation-configs/ConversationSettingsScreen.tsx'
import { conversationConfigsQuery } from '../../../features/conversation-configs/queries.ts'

export const Route = createFileRoute('/_app/settings/conversations')({
  loader: ({ context }) => void context.cache.prefetchQuery(conversationConfigsQuery),
  component: ConversationSettingsScreen,
})
