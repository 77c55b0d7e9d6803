import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage } from '../../app/campaigns/CampaignPage.tsx'
import { locationsQuery } from '../../entities/location/queries.ts'

export const Route = createFileRoute('/_app/marketing_/create-campaign')({
  loader: ({ context: { cache } }) => void cache.prefetchQuery(locationsQuery),
  component: () => <CampaignPage id={null} dialog={null} />,
})
