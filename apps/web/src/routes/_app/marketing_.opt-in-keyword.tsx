import { createFileRoute } from '@tanstack/react-router'
import { marketingSettingsQuery } from '../../entities/marketing/queries.ts'
import { optInKeywordsQuery } from '../../entities/opt-in-keyword/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { KeywordsScreen } from '../../features/opt-in-keywords/KeywordsScreen.tsx'

export const Route = createFileRoute('/_app/marketing_/opt-in-keyword')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(optInKeywordsQuery)
    void cache.prefetchQuery(phoneNumbersQuery)
    void cache.prefetchQuery(marketingSettingsQuery)
  },
  component: KeywordsScreen,
})
