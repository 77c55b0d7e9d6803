import { SUBSCRIBER_TREND_DAYS, type SubscriberTrendDays } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { subscriberTrend } from '../../entities/subscriber/queries.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { dayKey, monthDay } from '../../lib/time.ts'
import { toDays } from '../../lib/trend-periods.ts'
import { TrendChart } from '../../ui/chart/TrendChart.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Subscribers.module.css'

interface Props {
  locationId: string | null
  zone: string
}

/** How many people joined and left, by day. */
export function SubscriberTrend({ locationId, zone }: Props) {
  const { t } = useLingui()
  const [days, setDays] = useState<SubscriberTrendDays>(30)
  const trend = useQuery(subscriberTrend({ days, timeZone: zone, locationId }))
  const titles: Record<SubscriberTrendDays, string> = {
    30: t`Last 30 days`,
    90: t`Last 90 days`,
    365: t`Last 12 months`,
  }
  return (
    <section className={classes.trend} aria-label={t`Joined and left`}>
      <QueryState query={trend} rows={3}>
        {({ points, fromDay, isPartial }) => {
          const today = dayKey(serverInstant(), zone)
          const isCut = Temporal.PlainDate.from(fromDay).until(today, { largestUnit: 'days' }).days < days - 1
          return (
            <>
              <TrendChart
                label={t`Joined and left`}
                actions={
                  <NativeSelect
                    size="xs"
                    aria-label={t`Period`}
                    value={String(days)}
                    onChange={({ currentTarget: { value } }) =>
                      setDays(SUBSCRIBER_TREND_DAYS.find((each) => String(each) === value) ?? 30)
                    }
                    data={SUBSCRIBER_TREND_DAYS.map((each) => ({ value: String(each), label: titles[each] }))}
                  />
                }
                series={[
                  { key: 'joined', label: t`Joined`, color: 'var(--fd-success)' },
                  { key: 'left', label: t`Left`, color: 'var(--fd-danger)', isLoss: true },
                ]}
                periods={toDays(points, { fromDay, today }).map((period) => ({
                  ...period,
                  values: [
                    period.points.reduce((sum, { joined }) => sum + joined, 0),
                    period.points.reduce((sum, { left }) => sum + left, 0),
                  ],
                }))}
              />
              {isCut && (
                <p className={classes.note}>
                  <Trans>
                    Too many people joined or left to show the whole period. The chart starts on{' '}
                    {monthDay(`${fromDay}T00:00:00Z`, 'UTC')}.
                  </Trans>
                </p>
              )}
              {isPartial && (
                <p className={classes.note}>
                  <Trans>
                    Many people joined or left. Only the latest are counted, so earlier days may be incomplete.
                  </Trans>
                </p>
              )}
            </>
          )
        }}
      </QueryState>
    </section>
  )
}
