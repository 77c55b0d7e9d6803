import { createFileRoute } from '@tanstack/react-router'
import { conversationConfigsQuery } from '../../entities/conversation-configs/queries.ts'
import { marketingSettingsQuery } from '../../entities/marketing/queries.ts'
import { MarketingSettingsScreen } from '../../features/marketing/MarketingSettingsScreen.tsx'

export const Route = createFileRoute('/_app/marketing_/settings')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(marketingSettingsQuery)
    void cache.prefetchQuery(conversationConfigsQuery)
  },
  component: MarketingSettingsScreen,
})
