import type { Conversation, ScheduledMessage } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconChevronDown, IconClock, IconMoon } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { drafts } from '../../../entities/draft/drafts.ts'
import { scheduledQuery, takeScheduled } from '../../../entities/message/scheduled-messages.ts'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-texts.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { moment, otherClock } from '../../../lib/time.ts'
import { useIsSettled } from '../../../lib/use-is-settled.ts'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import classes from './ScheduledList.module.css'
import { stopText } from './scheduled-texts.ts'

const ScheduleModal = lazyWithRetry(async () => ({ default: (await import('./ScheduleModal.tsx')).ScheduleModal }))

interface Props {
  conversation: Conversation
  zone: string
}

/** Scheduled messages of the conversation, above the composer. */
export function ScheduledList({ conversation, zone }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const [isToggled, setIsToggled] = useState(false)
  const [edited, setEdited] = useState<ScheduledMessage>()
  const { data, isError } = useQuery({ ...scheduledQuery(conversation.sid), enabled: useIsSettled() })
  // Reserve the space until the data arrives, so the layout doesn't shift.
  if (!data)
    return conversation.attributes.nextScheduledMessageDate && !isError ? <div className={classes.room} /> : null
  const shown = data.filter(({ kind, state }) => kind !== 'undo' || state === 'stopped')
  if (shown.length === 0) return null
  // Collapsed on a phone, where the messages need the space, unless a decision is due.
  const isOpen = (!isPhone || shown.some(({ state }) => state === 'stopped')) !== isToggled
  return (
    <section className={classes.root} aria-label={t`Scheduled messages`}>
      <button type="button" className={classes.head} aria-expanded={isOpen} onClick={() => setIsToggled(!isToggled)}>
        <IconClock size={14} aria-hidden="true" />
        <Plural value={shown.length} one="# scheduled message" other="# scheduled messages" />
        <IconChevronDown size={14} aria-hidden="true" className={classes.chevron} />
      </button>
      {isOpen && (
        <ul className={classes.list}>
          {shown.map((message) => (
            <Row key={message.sid} message={message} onEdit={() => setEdited(message)} />
          ))}
        </ul>
      )}
      <Suspense>
        {edited && (
          <ScheduleModal
            conversation={conversation}
            zone={zone}
            scheduled={edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

function Row({ message, onEdit }: { message: ScheduledMessage; onEdit: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const take = ({ data }: { data: ScheduledMessage }) => takeScheduled(cache, data)
  const cancelling = useMutation({
    mutationFn: () => api.scheduledMessages.cancel({ sid: message.sid }),
    onSuccess: ({ data }) => {
      takeScheduled(cache, data)
      // The author gets the text back as a draft, unless another draft would be overwritten.
      const text = message.translation?.text ?? message.body
      const isRestored =
        text !== '' && message.authorUserID === me.userId && drafts.get(message.conversationSid).text.trim() === ''
      if (isRestored) drafts.write(message.conversationSid, text)
      showToast({
        id: `canceled ${message.sid}`,
        kind: 'news',
        title: t`Scheduled message canceled`,
        text: isRestored ? t`Its text is back in the message box.` : '',
      })
    },
  })
  const sending = useMutation({
    mutationFn: () => api.scheduledMessages.sendNow({ sid: message.sid }),
    onSuccess: take,
  })
  const error = cancelling.error ?? sending.error
  const isBusy = cancelling.isPending || sending.isPending
  const { state, dueAt, body, translation, author, attachedMedia } = message
  const theirs = otherClock(dueAt, message.timeZone)
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.what}>
        <p className={classes.text} dir="auto">
          {body || <Plural value={attachedMedia.length} one="# attachment" other="# attachments" />}
        </p>
        {translation && (
          <p className={classes.text} dir="auto" lang={translation.textLanguage}>
            <Trans>Original: {translation.text}</Trans>
          </p>
        )}
        <p className={classes.meta}>
          {state === 'stopped' ? (
            <span className={classes.problem}>
              <IconAlertTriangle size={13} aria-hidden="true" /> {stopText(message)}
            </span>
          ) : (
            <>
              {state === 'held' && <IconMoon size={13} aria-hidden="true" />}
              <span>
                <Trans>Sends {moment(dueAt)}</Trans>
              </span>
              {theirs && <span>({theirs})</span>}
              {state === 'held' && (
                <span>
                  <Trans>Held for quiet hours. Originally scheduled for {moment(message.sendAt)}</Trans>
                </span>
              )}
            </>
          )}
          <span>· {author}</span>
        </p>
        {error && (
          <p className={classes.problem} role="alert">
            {errorText(error)}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <button type="button" disabled={isBusy} onClick={onEdit}>
          <Trans>Edit</Trans>
        </button>
        <button type="button" disabled={isBusy} onClick={() => sending.mutate()}>
          <Trans>Send now</Trans>
        </button>
        <button type="button" disabled={isBusy} onClick={() => cancelling.mutate()}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </li>
  )
}
