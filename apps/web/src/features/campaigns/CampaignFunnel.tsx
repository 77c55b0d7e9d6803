import type { GroupOutcomes } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { campaignSteps } from '../../entities/campaign/queries.ts'
import { CountedAt, isCounted, isProgressCounted } from '../../entities/group/CountedAt.tsx'
import { OutcomeReasons } from '../../entities/group/OutcomeFigures.tsx'
import { OUTCOME_TEXTS, percentOf } from '../../entities/group/outcome-texts.ts'
import { PartialNote } from '../../entities/group/PartialNote.tsx'
import classes from './Campaigns.module.css'

type FunnelRow = readonly [key: string, title: string, count: number, whole: number]
const funnelRow = (...values: FunnelRow): FunnelRow => values

/** From the recipients of the first text down to those who opted out, then those who did not get it. */
export function CampaignFunnel({ id, stats }: { id: string; stats: GroupOutcomes }) {
  const { t, i18n } = useLingui()
  const steps = useQuery(campaignSteps(id)).data
  const { recipients, isPartial, outcomes, replied, optedOut, reasons } = stats
  const sent = outcomes.sent + outcomes.delivered
  const clicked = steps?.[0]?.texts.reduce((sum, text) => sum + text.clicked, 0)
  const rows: FunnelRow[] = [
    funnelRow('recipients', t`Recipients`, recipients, recipients),
    ...(isProgressCounted(stats) ? [funnelRow('sent', t`Sent`, sent, recipients)] : []),
    ...(isCounted(stats)
      ? [
          funnelRow('delivered', t`Delivered`, outcomes.delivered, recipients),
          ...(clicked === undefined ? [] : [funnelRow('clicked', t`Clicked`, clicked, sent)]),
          funnelRow('replied', t`Replied`, replied, sent),
          funnelRow('optedOut', t`Opted out`, optedOut, sent),
        ]
      : []),
    ...(['pending', 'held', 'failed', 'skipped', 'cancelled'] as const)
      .filter((outcome) => outcomes[outcome] > 0)
      .map((outcome) => funnelRow(outcome, i18n._(OUTCOME_TEXTS[outcome]), outcomes[outcome], recipients)),
  ]
  return (
    <>
      {isPartial && <PartialNote />}
      <CountedAt stats={stats} />
      <dl className={classes.funnel}>
        {rows.map(([key, title, count, whole]) => (
          <div key={key} className={classes.step} data-step={key}>
            <dt>{title}</dt>
            <dd>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${recipients === 0 ? 0 : (100 * count) / recipients}%` }} />
              </span>
              <span className={classes.stepCount}>{i18n.number(count)}</span>
              <span className={classes.detail}>{key === 'recipients' ? '' : percentOf(count, whole)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <OutcomeReasons reasons={reasons} />
    </>
  )
}
