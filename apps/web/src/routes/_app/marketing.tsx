import { type CampaignSearch, readCampaignSearch } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { campaignList } from '../../entities/campaign/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { CampaignsScreen } from '../../features/campaigns/CampaignsScreen.tsx'
import { validSearch } from '../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/marketing')({
  validateSearch: validSearch(readCampaignSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { cache }, deps }) => {
    void cache.prefetchInfiniteQuery(campaignList(deps))
    void cache.prefetchQuery(locationsQuery)
  },
  component: Marketing,
})

function Marketing() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <CampaignsScreen
      search={search}
      onSearch={(next: CampaignSearch) => void navigate({ to: '/marketing', search: next, replace: true })}
      onStarted={(campaignID) =>
        void navigate({ to: '/marketing/campaign-metrics/$campaignID', params: { campaignID } })
      }
    />
  )
}
