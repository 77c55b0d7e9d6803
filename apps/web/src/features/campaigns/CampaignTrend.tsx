import type { Campaign, CampaignTrend as Trend } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { campaignTrend } from '../../entities/campaign/queries.ts'
import { toPeriods } from '../../lib/trend-periods.ts'
import { TrendChart, type TrendSeries } from '../../ui/chart/TrendChart.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Campaigns.module.css'

type Kind = Exclude<keyof Trend['points'][number], 'fromUtc'>

/** A campaign over time: texts sent, and how people responded. */
export function CampaignTrend({ campaign: { id, status } }: { campaign: Campaign }) {
  const { t } = useLingui()
  const trend = useQuery(campaignTrend(id, status === 'running'))
  return (
    <PageSection title={t`Over time`}>
      <QueryState query={trend} rows={3}>
        {(data) => <Charts trend={data} isOver={status === 'stopped' || status === 'done'} />}
      </QueryState>
    </PageSection>
  )
}

function Charts({ trend, isOver }: { trend: Trend; isOver: boolean }) {
  const { t } = useLingui()
  const { points, bucketMinutes, countedOnUtc, isTooLarge } = trend
  const note = isTooLarge
    ? t`This campaign is too large to chart only the contacts you can see. Ask a teammate who sees all contacts.`
    : countedOnUtc === null
      ? t`Counting… This takes a minute or two for a large campaign.`
      : points.length === 0
        ? isOver
          ? t`Nothing was sent.`
          : t`Nothing has been sent yet.`
        : null
  if (note !== null)
    return (
      <p className={classes.detail} role="status">
        {note}
      </p>
    )
  const periods = toPeriods(points, bucketMinutes)
  const chart = (label: string, series: (TrendSeries & { key: Kind })[]) => (
    <TrendChart
      label={label}
      series={series}
      periods={periods.map((period) => ({
        ...period,
        values: series.map(({ key }) => period.points.reduce((sum, point) => sum + point[key], 0)),
      }))}
    />
  )
  return (
    <div className={classes.charts}>
      {chart(t`Sending`, [
        { key: 'sent', label: t`Sent`, color: 'var(--fd-unread)' },
        { key: 'delivered', label: t`Delivered`, color: 'var(--fd-success)' },
      ])}
      {chart(t`Responses`, [
        { key: 'clicked', label: t`Clicked`, color: 'var(--fd-unread)' },
        { key: 'replied', label: t`Replied`, color: 'var(--fd-success)' },
        { key: 'optedOut', label: t`Opted out`, color: 'var(--fd-danger)' },
      ])}
    </div>
  )
}
