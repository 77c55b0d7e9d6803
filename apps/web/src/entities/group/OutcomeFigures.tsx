import type { GroupOutcomes } from '@frontdesk/contract/api'
import { RECIPIENT_OUTCOMES } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { CountedAt, isCounted } from './CountedAt.tsx'
import classes from './Group.module.css'
import { OUTCOME_TEXTS, percentOf, recipientReasonText } from './outcome-texts.ts'
import { PartialNote } from './PartialNote.tsx'

/** Counts by outcome with their shares, and the reasons of those who got nothing. */
export function OutcomeFigures({ stats }: { stats: GroupOutcomes }) {
  const { t, i18n } = useLingui()
  const { recipients, isPartial, outcomes, reasons, replied, optedOut } = stats
  const arrived = outcomes.delivered + outcomes.sent
  const responses: [string, number, string][] = [
    [t`Replied`, replied, percentOf(replied, arrived)],
    [t`Opted out afterward`, optedOut, percentOf(optedOut, arrived)],
  ]
  const figures: [string, number, string][] = [
    [t`Recipients`, recipients, ''],
    ...RECIPIENT_OUTCOMES.filter(
      (outcome) => (outcome === 'delivered' && isCounted(stats)) || outcomes[outcome] > 0,
    ).map((outcome): [string, number, string] => [
      i18n._(OUTCOME_TEXTS[outcome]),
      outcomes[outcome],
      percentOf(outcomes[outcome], recipients),
    ]),
    ...(isCounted(stats) ? responses : []),
  ]
  return (
    <>
      {isPartial && <PartialNote />}
      <CountedAt stats={stats} />
      <dl className={classes.figures}>
        {figures.map(([title, count, share]) => (
          <div key={title} className={classes.figure}>
            <dt>{title}</dt>
            <dd>
              {i18n.number(count)} <small>{share}</small>
            </dd>
          </div>
        ))}
      </dl>
      <OutcomeReasons reasons={reasons} />
    </>
  )
}

/** Why messages failed or people were left out. */
export function OutcomeReasons({ reasons }: Pick<GroupOutcomes, 'reasons'>) {
  const { i18n } = useLingui()
  if (reasons.length === 0) return null
  return (
    <ul className={classes.list}>
      {reasons.map(({ outcome, reason, count }) => (
        <li key={`${outcome} ${reason}`} className={classes.soft}>
          {i18n._(OUTCOME_TEXTS[outcome])}: {i18n.number(count)}. {i18n._(recipientReasonText(outcome, reason))}
        </li>
      ))}
    </ul>
  )
}
