import { createFileRoute } from '@tanstack/react-router'
import { optInKeywordsQuery } from '../../entities/opt-in-keyword/queries.ts'
import { ShareKeywordScreen } from '../../features/opt-in-keywords/ShareKeywordScreen.tsx'

export const Route = createFileRoute('/_app/marketing_/opt-in-keyword_/$keywordID')({
  loader: ({ context: { cache } }) => void cache.prefetchQuery(optInKeywordsQuery),
  component: ShareKeyword,
})

function ShareKeyword() {
  return <ShareKeywordScreen id={Route.useParams().keywordID} />
}
