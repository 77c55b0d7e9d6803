import { createFileRoute } from '@tanstack/react-router'
import { campaignById } from '../../entities/campaign/queries.ts'
import { CampaignMetricsScreen } from '../../features/campaigns/CampaignMetricsScreen.tsx'

export const Route = createFileRoute('/_app/marketing_/campaign-metrics/$campaignID')({
  loader: ({ context: { cache }, params: { campaignID } }) => void cache.prefetchQuery(campaignById(campaignID)),
  component: CampaignMetrics,
})

function CampaignMetrics() {
  const { campaignID } = Route.useParams()
  return <CampaignMetricsScreen key={campaignID} id={campaignID} />
}
