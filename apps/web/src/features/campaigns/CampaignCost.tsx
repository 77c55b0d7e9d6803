import type { Campaign } from '@frontdesk/contract/api'
import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { campaignSteps } from '../../entities/campaign/queries.ts'
import { useTextCost } from '../../entities/sending/use-text-cost.ts'
import classes from './Campaigns.module.css'

/** Cost of the sent texts at the prices of the business: the sum of what each of the texts cost. */
export function CampaignCost({ campaign: { id } }: { campaign: Campaign }) {
  const cost = useTextCost()
  const texts = (useQuery(campaignSteps(id)).data ?? []).flatMap((step) => step.texts)
  const sent = {
    segments: texts.reduce((sum, { segments }) => sum + segments, 0),
    mediaMessages: texts.reduce((sum, { mediaMessages }) => sum + mediaMessages, 0),
  }
  const messages = sent.segments + sent.mediaMessages
  if (!cost || messages === 0) return null
  return (
    <p className={classes.detail}>
      <Plural
        value={messages}
        one={`Cost so far at your prices: ${cost.of(sent)} for # message`}
        other={`Cost so far at your prices: ${cost.of(sent)} for # messages`}
      />
    </p>
  )
}
