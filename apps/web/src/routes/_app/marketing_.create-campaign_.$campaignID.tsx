import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage } from '../../app/campaigns/CampaignPage.tsx'
import { campaignById } from '../../entities/campaign/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'

interface Search {
  /** Opens the dialog to send it. */
  send?: true
  /** Opens the dialog to send a test. */
  test?: true
  /** A tag to add to those it goes to: that of a list which was uploaded for it. */
  tag?: string
}

export const Route = createFileRoute('/_app/marketing_/create-campaign_/$campaignID')({
  validateSearch: ({ send, test, tag }: Record<string, unknown>): Search => ({
    ...(send === true && { send }),
    ...(test === true && { test }),
    ...(typeof tag === 'string' && { tag }),
  }),
  loader: ({ context: { cache }, params: { campaignID } }) => {
    void cache.prefetchQuery(campaignById(campaignID))
    void cache.prefetchQuery(locationsQuery)
  },
  component: EditCampaign,
})

function EditCampaign() {
  const { campaignID } = Route.useParams()
  const { send, test, tag } = Route.useSearch()
  return <CampaignPage key={campaignID} id={campaignID} dialog={send ? 'send' : test ? 'test' : null} addedTag={tag} />
}
