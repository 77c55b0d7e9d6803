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
      <AudienceText values={campaignValues(campaign, zone)} sentNames={campaign.sentNames} />
    </p>
  )
}

interface Props {
  values: Pick<CampaignValues, (typeof AUDIENCE_FIELDS)[number]>
  /** Names for segments and groups that have been deleted since. */
  sentNames?: Campaign['sentNames']
}

/** Describes the audience of a campaign, one rule per line. */
export function AudienceText({ values, sentNames = null }: Props) {
  const { t } = useLingui()
  const { isEveryone, segmentIDs, groupSids, tags, subscribers, filter, excludesOpenConversations } = values
  const segments = useQuery(segmentsQuery).data
  const groups = useQuery(groupsQuery).data
  const conditions = useCriteriaText(filter?.criteria ?? {})
  const listed = (names: readonly (string | undefined)[], sent: readonly (string | null)[] = []) =>
    names.map((name, index) => name ?? sent[index] ?? t`No longer available`).join(', ')
  const presentSegments = segmentIDs.map((id) => segments?.find((each) => each.id === id)?.name)
  const presentGroups = groupSids.map((sid) => groups?.find((each) => each.sid === sid)?.name)
  const segmentNames = segments ? listed(presentSegments, sentNames?.segments) : '…'
  const groupNames = groups ? listed(presentGroups, sentNames?.groups) : '…'
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
