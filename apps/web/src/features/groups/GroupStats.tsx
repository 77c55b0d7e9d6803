import type { GroupOutcomes } from '@frontdesk/contract/api'
import { RECIPIENT_OUTCOMES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OUTCOME_TEXTS, percentOf, RECIPIENT_REASON_TEXTS } from '../../entities/group/outcome-texts.ts'
import { groupStats } from '../../entities/group/queries.ts'
import { moment } from '../../lib/time.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Groups.module.css'

/** What became of all messages of a group. */
export function GroupStats({ sid }: { sid: string }) {
  const { t, i18n } = useLingui()
  const stats = useQuery(groupStats(sid))
  return (
    <section className={classes.panel} aria-label={t`Stats`}>
      <QueryState query={stats} rows={4} empty={<NothingSent />} isEmpty={({ messages }) => messages === 0}>
        {(data) => (
          <>
            <p className={classes.soft}>
              <Trans>Over {i18n.number(data.messages)} messages</Trans>
            </p>
            <OutcomeFigures stats={data.stats} />
          </>
        )}
      </QueryState>
    </section>
  )
}

/** Counts by outcome with their shares, and the reasons of those who got nothing. */
export function OutcomeFigures({ stats }: { stats: GroupOutcomes }) {
  const { t, i18n } = useLingui()
  const { recipients, outcomes, reasons, replied, optedOut } = stats
  const arrived = outcomes.delivered + outcomes.sent
  const figures: [string, number, string][] = [
    [t`Recipients`, recipients, ''],
    ...RECIPIENT_OUTCOMES.filter((outcome) => outcome === 'delivered' || outcomes[outcome] > 0).map(
      (outcome): [string, number, string] => [
        i18n._(OUTCOME_TEXTS[outcome]),
        outcomes[outcome],
        percentOf(outcomes[outcome], recipients),
      ],
    ),
    [t`Replied`, replied, percentOf(replied, arrived)],
    [t`Opted out afterward`, optedOut, percentOf(optedOut, arrived)],
  ]
  return (
    <>
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
      {reasons.length > 0 && (
        <ul className={classes.list}>
          {reasons.map(({ outcome, reason, count }) => (
            <li key={`${outcome} ${reason}`} className={classes.soft}>
              {i18n._(OUTCOME_TEXTS[outcome])}, {i18n._(RECIPIENT_REASON_TEXTS[reason]).toLocaleLowerCase()}:{' '}
              {i18n.number(count)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The last messages of a group side by side. */
export function GroupPerformance({ sid }: { sid: string }) {
  const { t } = useLingui()
  const stats = useQuery(groupStats(sid))
  return (
    <section className={classes.panel} aria-label={t`Performance`}>
      <QueryState query={stats} rows={4} empty={<NothingSent />} isEmpty={({ messages }) => messages === 0}>
        {({ performance }) => (
          <ul className={classes.list}>
            {performance.map(({ id, body, startedOnUtc, stats: { outcomes, recipients, replied, optedOut } }) => {
              const arrived = outcomes.delivered + outcomes.sent
              return (
                <li key={id} className={classes.note}>
                  <Link to="/groups/messages/$messageId" params={{ messageId: id }} className={classes.name}>
                    <div className={classes.clipped}>{body}</div>
                  </Link>
                  <div className={classes.bars} aria-hidden="true">
                    {RECIPIENT_OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
                      <span key={outcome} data-outcome={outcome} style={{ flexGrow: outcomes[outcome] }} />
                    ))}
                  </div>
                  <span className={classes.soft}>
                    {moment(startedOnUtc)} · <Trans>{percentOf(outcomes.delivered, recipients)} delivered</Trans> ·{' '}
                    <Trans>{percentOf(replied, arrived)} replied</Trans> ·{' '}
                    <Trans>{percentOf(optedOut, arrived)} opted out</Trans>
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function NothingSent() {
  const { t } = useLingui()
  return <EmptyState title={t`No messages yet`} text={t`Figures appear here once you’ve sent the first one.`} />
}
