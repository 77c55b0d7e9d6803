import type { Campaign, GroupOutcomes } from '@frontdesk/contract/api'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isCounted } from '../../entities/group/CountedAt.tsx'
import shared from '../../entities/group/Group.module.css'
import type { Column } from '../../ui/table/column-layout.ts'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { CampaignMenu } from './CampaignMenu.tsx'
import { CampaignStatusBox } from './CampaignStatusBox.tsx'
import classes from './Campaigns.module.css'

type SentCampaign = { stats: GroupOutcomes } & Pick<Campaign, 'responses'>

export function useCampaignColumns(onSend: (id: string) => void): Column<Campaign>[] {
  const { t, i18n } = useLingui()
  /** @param count Returns null until it is counted. */
  const figure = (key: string, title: string, count: (sent: SentCampaign) => number | null): Column<Campaign> => ({
    key,
    title,
    width: 100,
    cell: ({ stats, responses }) => {
      if (!stats) return null
      const value = count({ stats, responses })
      return value === null ? (
        <span className={classes.detail}>{t`Counting…`}</span>
      ) : (
        <span className={classes.count}>{i18n.number(value)}</span>
      )
    },
  })
  return [
    {
      key: 'name',
      title: t`Name`,
      width: 200,
      isFixed: true,
      grows: true,
      cell: (campaign) => <CampaignLink campaign={campaign} />,
    },
    {
      key: 'status',
      title: t`Status`,
      width: 230,
      cell: (campaign) => <CampaignStatusBox campaign={campaign} />,
    },
    figure('recipients', t`Recipients`, ({ stats }) => stats.recipients),
    figure('delivered', t`Delivered`, ({ stats }) => (isCounted(stats) ? stats.outcomes.delivered : null)),
    figure('replied', t`Replied`, ({ responses }) => responses?.replied ?? null),
    figure('optedOut', t`Opted out`, ({ responses }) => responses?.optedOut ?? null),
    {
      key: 'changed',
      title: t`Last changed`,
      width: 120,
      cell: ({ updatedOnUtc }) => <ShortTime at={updatedOnUtc} />,
    },
    {
      key: 'menu',
      title: t`Actions`,
      width: 64,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (campaign) => <CampaignMenu campaign={campaign} onSend={onSend} />,
    },
  ]
}

/** The name, leading to the editor of a draft and to the figures of a sent campaign. */
function CampaignLink({ campaign: { id, name, status, canEdit } }: { campaign: Campaign }) {
  const to =
    canEdit && isCampaignEditable(status)
      ? '/marketing/create-campaign/$campaignID'
      : '/marketing/campaign-metrics/$campaignID'
  return (
    <Link to={to} params={{ campaignID: id }} className={`${shared.name} ${classes.name}`}>
      {name}
    </Link>
  )
}
