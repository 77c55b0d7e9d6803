import type { Campaign } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCriteriaText } from '../../entities/contact/use-criteria-text.ts'
import { groupsQuery } from '../../entities/group/queries.ts'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import classes from './Campaigns.module.css'
import { type CampaignValues, campaignValues } from './campaign-values.ts'
import type { AUDIENCE_FIELDS } from './use-campaign-conflicts.ts'
import { useCampaignZone } from './use-campaign-zone.ts'

/** The rules of the audience of a saved campaign, in words. */
export function Audience({ campaign }: { campaign: Campaign }) {
  const zone = useCampaignZone(campaign.locationID)
  return (
    <p className={classes.audience}>
      <AudienceText values={campaignValues(campaign, zone)} />
    </p>
  )
}

/** Describes the audience of a campaign, one rule per line. */
export function AudienceText({ values }: { values: Pick<CampaignValues, (typeof AUDIENCE_FIELDS)[number]> }) {
  const { t } = useLingui()
  const { isEveryone, segmentIDs, groupSids, tags, subscribers, filter, excludesOpenConversations } = values
  const segments = useQuery(segmentsQuery).data
  const groups = useQuery(groupsQuery).data
  const conditions = useCriteriaText(filter?.criteria ?? {})
  const listed = (names: readonly (string | undefined)[]) =>
    names.map((name) => name ?? t`No longer available`).join(', ')
  const segmentNames = segments ? listed(segmentIDs.map((id) => segments.find((each) => each.id === id)?.name)) : '…'
  const groupNames = groups ? listed(groupSids.map((sid) => groups.find((each) => each.sid === sid)?.name)) : '…'
  const lines = isEveryone
    ? [t`All contacts`]
    : [
        segmentIDs.length > 0 && t`Segments: ${segmentNames}`,
        groupSids.length > 0 && t`Groups: ${groupNames}`,
        tags.length > 0 && t`Tags: ${tags.join(', ')}`,
        subscribers && t`Subscribers`,
        conditions !== null && t`Everyone who matches a filter: ${conditions}`,
      ]
  const shown = [...lines, excludesOpenConversations && t`Excluding people with an open conversation`]
  const rules = shown.filter((line) => line !== false)
  return rules.length === 0 ? t`None` : rules.join('\n')
}
