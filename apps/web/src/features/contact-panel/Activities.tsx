import type { ContactActivity } from '@frontdesk/contract/api'
import { ACTIVITY_FILTERS, type ActivityFilter, type ContactActivityCause } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconBan,
  IconCircleCheck,
  IconMessage,
  IconNote,
  IconPencil,
  IconReceipt,
  IconSend,
  IconSendOff,
  IconShieldCheck,
  IconTrash,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { CONSENT_SOURCE_TEXTS } from '../../entities/consent/consent-texts.ts'
import { contactActivities } from '../../entities/contact/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { clock, dayKey, exact, fullDate } from '../../lib/time.ts'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { useDayText } from '../../ui/text/use-day-text.ts'
import classes from './Activities.module.css'
import { useActivityText } from './use-activity-text.ts'

const FILTER_TEXTS: Record<ActivityFilter, MessageDescriptor> = {
  all: msg`All activities`,
  changes: msg`Changes`,
  conversations: msg`Conversations`,
  notes: msg`Notes`,
  consent: msg`Consent`,
  payments: msg`Payments`,
}

interface Props {
  contactId: string
  zone: string
}

/** Activities of a contact by day, newest first, back to when it was added. */
export function Activities({ contactId, zone }: Props) {
  const { i18n, t } = useLingui()
  const [filter, setFilter] = useState<ActivityFilter>('all')
  const activities = useInfiniteQuery(contactActivities(contactId, filter))
  return (
    <>
      <NativeSelect
        aria-label={t`Filter activities`}
        size="xs"
        value={filter}
        onChange={({ currentTarget }) =>
          setFilter(ACTIVITY_FILTERS.find((each) => each === currentTarget.value) ?? 'all')
        }
        data={ACTIVITY_FILTERS.map((value) => ({ value, label: i18n._(FILTER_TEXTS[value]) }))}
      />
      <QueryState
        query={activities}
        rows={3}
        isEmpty={({ pages }) => pages.every((page) => page.activities.length === 0)}
        empty={
          <p className={classes.empty}>
            <Trans>Nothing here yet</Trans>
          </p>
        }
      >
        {({ pages }) => (
          <>
            <List activities={pages.flatMap((page) => page.activities)} zone={zone} />
            <ShowMore query={activities} />
          </>
        )}
      </QueryState>
    </>
  )
}

function List({ activities, zone }: { activities: readonly ContactActivity[]; zone: string }) {
  const dayText = useDayText()
  const days = [...Map.groupBy(activities, ({ atUtc }) => dayKey(atUtc))]
  return days.map(([day, ofDay]) => {
    const at = ofDay[0]?.atUtc ?? day
    return (
      <section key={day} className={classes.day} aria-label={fullDate(at)}>
        <h4 className={classes.dayTitle} title={fullDate(at)}>
          {dayText(at)}
        </h4>
        <ol className={classes.list}>
          {ofDay.map((activity) => (
            <Activity key={activity.id} activity={activity} zone={zone} />
          ))}
        </ol>
      </section>
    )
  })
}

const ICONS: Record<ContactActivity['kind'], TablerIcon> = {
  added: IconUserPlus,
  changed: IconPencil,
  blocked: IconBan,
  unblocked: IconCircleCheck,
  merged: IconArrowMerge,
  unmerged: IconArrowsSplit,
  'note-added': IconNote,
  'note-deleted': IconTrash,
  'conversation-updated': IconMessage,
  'message-sent': IconSend,
  'message-withheld': IconSendOff,
  consent: IconShieldCheck,
  payment: IconReceipt,
}

function Activity({ activity, zone }: { activity: ContactActivity; zone: string }) {
  const activityText = useActivityText()
  const Icon = ICONS[activity.kind]
  const { atUtc } = activity
  const text = 'note' in activity ? activity.note : 'text' in activity ? activity.text : ''
  const sid = 'conversationSid' in activity ? activity.conversationSid : null
  return (
    <li className={classes.activity}>
      <Icon size={16} stroke={1.5} className={classes.icon} aria-hidden="true" />
      <div className={classes.what}>
        {activityText(activity).map((sentence) => (
          <p key={sentence} className={classes.sentence} dir="auto">
            {sentence}
          </p>
        ))}
        {text !== '' && (
          <p className={classes.excerpt} dir="auto">
            {text}
          </p>
        )}
        <p className={classes.foot}>
          <time dateTime={atUtc} title={exact(atUtc, zone)}>
            {clock(atUtc)}
          </time>
          <Origin activity={activity} />
          {activity.kind === 'payment' && (
            <>
              {' · '}
              <Link to="/payments/$invoiceid" params={{ invoiceid: activity.paymentID }} className={classes.link}>
                {activity.documentKind === 'estimate' ? <Trans>Open estimate</Trans> : <Trans>Open request</Trans>}
              </Link>
            </>
          )}
          {sid !== null && (
            <>
              {' · '}
              <Link to="/conversations/$sid" params={{ sid }} className={classes.link}>
                <Trans>Open conversation</Trans>
              </Link>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

const CAUSE_TEXTS: Record<ContactActivityCause, MessageDescriptor> = {
  bulk: msg`Bulk action`,
  'bulk-undo': msg`Bulk action undone`,
  import: msg`Import`,
  'import-undo': msg`Import undone`,
}

/** Cause or source of an activity, after its time. */
function Origin({ activity }: { activity: ContactActivity }) {
  const { i18n } = useLingui()
  const parts: string[] = []
  if (activity.kind === 'changed' && activity.cause) parts.push(i18n._(CAUSE_TEXTS[activity.cause]))
  if (activity.kind === 'consent') {
    parts.push(phoneText(activity.phoneNumber), i18n._(CONSENT_SOURCE_TEXTS[activity.source]))
    if (activity.actor !== null) parts.push(activity.actor)
  }
  if ((activity.kind === 'changed' || activity.kind === 'consent') && activity.importFileName !== null)
    parts.push(activity.importFileName)
  return parts.map((part) => <Fragment key={part}> · {part}</Fragment>)
}
