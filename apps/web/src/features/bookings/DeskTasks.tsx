import type { BookingTask } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessage, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { servicesText } from '../../entities/booking/booking-texts.ts'
import { openTasks } from '../../entities/booking-task/queries.ts'
import { PROBLEM_TEXTS, TASK_TEXTS } from '../../entities/booking-task/task-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentLabel } from '../../lib/time.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Bookings.module.css'
import { useTaskDone } from './use-task-done.ts'

/** Open tasks of upcoming visits; renders nothing without any. */
export function DeskTasks({ locationId }: { locationId: string | null }) {
  const { t } = useLingui()
  const tasks = useQuery(openTasks(locationId === null ? undefined : [locationId]))
  const count = tasks.data?.tasks.length
  // No placeholder while loading: most days have no tasks, and the layout would shift.
  if (tasks.isPending || count === 0) return null
  return (
    <section aria-label={t`To do`}>
      <h2 className={classes.deskGroup}>
        <Trans>To do</Trans> {count !== undefined && `(${tasks.data?.isTruncated ? `${count}+` : count})`}
      </h2>
      <QueryState query={tasks} rows={1}>
        {(data) => (
          <ul className={classes.visits}>
            {data.tasks.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function Task({ task }: { task: BookingTask }) {
  const { t, i18n } = useLingui()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { kind, reason, booking } = task
  const { contact, startsOnUtc, timeZone } = booking
  const name = contact?.name ?? t`Unknown contact`
  const { setDone, isChanging } = useTaskDone()
  return (
    <li className={classes.visit}>
      <div className={classes.visitText}>
        <button type="button" className={classes.visitName} onClick={() => openModal('booking', { id: booking.id })}>
          <bdi>{name}</bdi>
        </button>
        <span className={classes.visitDetail}>
          {[momentLabel(startsOnUtc, timeZone), servicesText(booking)].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.visitDetail}>
          {i18n._(TASK_TEXTS[kind])}
          {(kind === 'call' || kind === 'reassign') && `. ${i18n._(PROBLEM_TEXTS[reason])}.`}
        </span>
      </div>
      <div className={classes.rowActions}>
        {contact && (
          <Button
            component="a"
            size="xs"
            variant="default"
            href={`tel:${contact.phone}`}
            aria-label={t`Call ${name}`}
            leftSection={<IconPhone size={14} />}
          >
            {phoneText(contact.phone)}
          </Button>
        )}
        {contact?.conversationSid && (
          <Button
            component={Link}
            size="xs"
            variant="default"
            to={`/conversations/${contact.conversationSid}`}
            aria-label={t`Open conversation with ${name}`}
            leftSection={<IconMessage size={14} />}
          >
            <Trans>Conversation</Trans>
          </Button>
        )}
        {!isViewingAs && (kind === 'reassign' || kind === 'wrong-time') && (
          <Button
            size="xs"
            variant="default"
            aria-label={t`Move ${name}’s visit`}
            onClick={() => openModal('reschedule-booking', { booking })}
          >
            <Trans>Move…</Trans>
          </Button>
        )}
        {!isViewingAs && (
          <Button size="xs" loading={isChanging} onClick={() => setDone(task)}>
            <Trans>Done</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}
