import type { Campaign } from '@frontdesk/contract/api'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { campaignTrend } from '../../entities/campaign/queries.ts'
import { sendingSettingsQuery } from '../../entities/sending/queries.ts'
import { textCost } from '../../entities/sending/text-cost.ts'
import classes from './Campaigns.module.css'

/** Cost of the sent texts at the prices of the business. */
export function CampaignCost({ campaign: { id, status } }: { campaign: Campaign }) {
  const { i18n } = useLingui()
  const trend = useQuery(campaignTrend(id, status === 'running')).data
  const prices = useQuery(sendingSettingsQuery).data
  if (!trend || !prices || trend.segments === 0) return null
  const cost = i18n.number(textCost(prices, trend), { style: 'currency', currency: prices.currency })
  return (
    <p className={classes.detail}>
      <Plural
        value={trend.segments}
        one={`Cost so far at your prices: ${cost} for # message`}
        other={`Cost so far at your prices: ${cost} for # messages`}
      />
    </p>
  )
}
