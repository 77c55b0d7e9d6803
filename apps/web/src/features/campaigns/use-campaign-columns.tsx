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

export function useCampaignColumns(onSend: (id: string) => void): Column<Campaign>[] {
  const { t, i18n } = useLingui()
  const figure = (key: string, title: string, count: (stats: GroupOutcomes) => number): Column<Campaign> => ({
    key,
    title,
    width: 100,
    cell: ({ stats }) =>
      stats &&
      (key === 'recipients' || isCounted(stats) ? (
        <span className={classes.count}>{i18n.number(count(stats))}</span>
      ) : (
        <span className={classes.detail}>{t`Counting…`}</span>
      )),
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
    figure('recipients', t`Recipients`, ({ recipients }) => recipients),
    figure('delivered', t`Delivered`, ({ outcomes }) => outcomes.delivered),
    figure('replied', t`Replied`, ({ replied }) => replied),
    figure('optedOut', t`Opted out`, ({ optedOut }) => optedOut),
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

/** The name, leading to the editor of a draft and to the figures of what was sent. */
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
