import { RECIPIENT_OUTCOMES } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CountedAt, isCounted } from '../../entities/group/CountedAt.tsx'
import { fileNames } from '../../entities/group/file-names.ts'
import shared from '../../entities/group/Group.module.css'
import { OutcomeFigures } from '../../entities/group/OutcomeFigures.tsx'
import { percentOf } from '../../entities/group/outcome-texts.ts'
import { PartialNote } from '../../entities/group/PartialNote.tsx'
import { groupStats } from '../../entities/group/queries.ts'
import { usePlainTemplate } from '../../entities/template/use-plain-template.ts'
import { moment } from '../../lib/time.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ClippedText } from '../../ui/text/ClippedText.tsx'
import classes from './Groups.module.css'

/** Outcomes of all messages of a group. */
export function GroupStats({ sid }: { sid: string }) {
  const { t } = useLingui()
  const stats = useQuery(groupStats(sid))
  return (
    <section className={classes.panel} aria-label={t`Stats`}>
      <QueryState query={stats} rows={4} empty={<NothingSent />} isEmpty={({ messages }) => messages === 0}>
        {(data) => (
          <>
            <p className={shared.soft}>
              <Plural value={data.messages} one="Over # message" other="Over # messages" />
            </p>
            <OutcomeFigures stats={data.stats} />
          </>
        )}
      </QueryState>
    </section>
  )
}

/** The last messages of a group side by side. */
export function GroupPerformance({ sid }: { sid: string }) {
  const { t } = useLingui()
  const plain = usePlainTemplate(null)
  const stats = useQuery(groupStats(sid))
  return (
    <section className={classes.panel} aria-label={t`Performance`}>
      <QueryState query={stats} rows={4} empty={<NothingSent />} isEmpty={({ messages }) => messages === 0}>
        {({ performance }) => (
          <>
            {performance.some(({ stats: { isPartial } }) => isPartial) && <PartialNote />}
            <ul className={shared.list}>
              {performance.map(({ id, body, attachments, startedOnUtc, stats: counted }) => {
                const { outcomes, recipients, replied, optedOut } = counted
                const arrived = outcomes.delivered + outcomes.sent
                return (
                  <li key={id} className={classes.note}>
                    <Link to="/groups/messages/$messageId" params={{ messageId: id }} className={shared.name}>
                      <ClippedText>{body ? plain(body) : fileNames(attachments)}</ClippedText>
                    </Link>
                    <div className={classes.bars} aria-hidden="true">
                      {RECIPIENT_OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
                        <span key={outcome} data-outcome={outcome} style={{ flexGrow: outcomes[outcome] }} />
                      ))}
                    </div>
                    <span className={shared.soft}>
                      {moment(startedOnUtc)}
                      {isCounted(counted) && (
                        <>
                          {' '}
                          · <Trans>{percentOf(outcomes.delivered, recipients)} delivered</Trans> ·{' '}
                          <Trans>{percentOf(replied, arrived)} replied</Trans> ·{' '}
                          <Trans>{percentOf(optedOut, arrived)} opted out</Trans>
                        </>
                      )}
                    </span>
                    <CountedAt stats={counted} />
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </QueryState>
    </section>
  )
}

function NothingSent() {
  const { t } = useLingui()
  return <EmptyState title={t`No messages yet`} text={t`Figures appear here once you’ve sent the first one.`} />
}
