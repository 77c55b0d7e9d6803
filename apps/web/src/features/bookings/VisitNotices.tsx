import type { Booking } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { mailsOfVisit } from '../../entities/booking/queries.ts'
import { tasksOfVisit } from '../../entities/booking-task/queries.ts'
import { MAIL_TEXTS, PROBLEM_TEXTS, TASK_NAMES } from '../../entities/booking-task/task-texts.ts'
import { momentLabel } from '../../lib/time.ts'
import classes from './Bookings.module.css'
import { VisitRow } from './VisitRow.tsx'

/** Emails to the contact about a visit, and tasks that replaced undelivered reminders. */
export function VisitNotices({ booking: { id, timeZone } }: { booking: Booking }) {
  const { t, i18n } = useLingui()
  const mails = useQuery(mailsOfVisit(id)).data ?? []
  const tasks = useQuery(tasksOfVisit(id)).data ?? []
  return (
    <>
      <VisitRow label={t`Emails`}>
        {mails.length > 0 &&
          mails.map(({ kind, reason, recipient, createdOnUtc, hasFailed }) => (
            <div key={`${kind} ${createdOnUtc}`}>
              {i18n._(MAIL_TEXTS[kind])}
              <span className={classes.visitDetail}>
                {[
                  momentLabel(createdOnUtc, timeZone),
                  recipient,
                  reason && i18n._(PROBLEM_TEXTS[reason]),
                  hasFailed && t`Undelivered`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          ))}
      </VisitRow>
      <VisitRow label={t`To do`}>
        {tasks.length > 0 &&
          tasks.map((task) => (
            <div key={task.id}>
              {i18n._(TASK_NAMES[task.kind])}
              <span className={classes.visitDetail}>
                {[
                  momentLabel(task.createdOnUtc, timeZone),
                  task.kind === 'call' && i18n._(PROBLEM_TEXTS[task.reason]),
                  task.doneBy !== null && t`Done by ${task.doneBy}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {task.doneOnUtc === null && (
                <span className={classes.visitDetail}>
                  <Trans>Not done yet</Trans>
                </span>
              )}
            </div>
          ))}
      </VisitRow>
    </>
  )
}
