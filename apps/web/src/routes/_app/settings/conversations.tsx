import { createFileRoute } from '@tanstack/react-router'
import { conversationConfigsQuery } from '../../../entities/conversation-configs/queries.ts'
import { foldersQuery } from '../../../entities/folder/queries.ts'
import { ConversationSettingsScreen } from '../../../features/conversation-configs/ConversationSettingsScreen.tsx'
import { FoldersSection } from '../../../features/folders/FoldersSection.tsx'

export const Route = createFileRoute('/_app/settings/conversations')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(conversationConfigsQuery)
    void context.cache.prefetchQuery(foldersQuery)
  },
  component: () => <ConversationSettingsScreen folders={<FoldersSection />} />,
})
