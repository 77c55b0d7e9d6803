import { createFileRoute } from '@tanstack/react-router'
import { foldersQuery } from '../../../entities/folder/queries.ts'
import { ConversationSettingsScreen } from '../../../features/conversation-configs/ConversationSettingsScreen.tsx'
import { conversationConfigsQuery } from '../../../features/conversation-configs/queries.ts'
import { FoldersSection } from '../../../features/folders/FoldersSection.tsx'

export const Route = createFileRoute('/_app/settings/conversations')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(conversationConfigsQuery)
    void context.cache.prefetchQuery(foldersQuery)
  },
  component: () => <ConversationSettingsScreen folders={<FoldersSection />} />,
})
