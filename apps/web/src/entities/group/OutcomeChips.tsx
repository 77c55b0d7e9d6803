import type { GroupOutcomes } from '@frontdesk/contract/api'
import { RECIPIENT_OUTCOMES } from '@frontdesk/contract/rules'
import { Plural, useLingui } from '@lingui/react/macro'
import { CountedAt, isProgressCounted } from './CountedAt.tsx'
import classes from './OutcomeChips.module.css'
import { OUTCOME_TEXTS, RECIPIENT_REASON_TEXTS } from './outcome-texts.ts'

/** Outcomes of a group message: counts, with the reasons on hover. */
export function OutcomeChips({ stats }: { stats: GroupOutcomes }) {
  const { t, i18n } = useLingui()
  const reasonsOf = (outcome: string) =>
    stats.reasons
      .filter((reason) => reason.outcome === outcome)
      .map(({ reason, count }) => `${i18n._(RECIPIENT_REASON_TEXTS[reason])}: ${i18n.number(count)}`)
      .join(', ')
  if (!isProgressCounted(stats)) return <CountedAt stats={stats} />
  return (
    <ul className={classes.root} aria-label={t`Outcome`}>
      {RECIPIENT_OUTCOMES.filter((outcome) => stats.outcomes[outcome] > 0).map((outcome) => (
        <li key={outcome} className={classes.chip} data-outcome={outcome} title={reasonsOf(outcome) || undefined}>
          {i18n.number(stats.outcomes[outcome])} {i18n._(OUTCOME_TEXTS[outcome]).toLocaleLowerCase()}
        </li>
      ))}
      {stats.replied > 0 && (
        <li className={classes.chip} data-outcome="replied">
          <Plural value={stats.replied} one="# reply" other="# replies" />
        </li>
      )}
      {stats.optedOut > 0 && (
        <li className={classes.chip} data-outcome="failed">
          <Plural value={stats.optedOut} one="# opted out afterward" other="# opted out afterward" />
        </li>
      )}
    </ul>
  )
}
