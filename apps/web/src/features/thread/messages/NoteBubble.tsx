import type { Message, NoteDetails } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconNote } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { clock, exact } from '../../../lib/time.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { MentionedText } from './MentionedText.tsx'
import { MessageMore } from './MessageMore.tsx'
import { useMessageRef } from './message-elements.ts'
import classes from './NoteBubble.module.css'

const NoteEditor = lazyWithRetry(async () => ({ default: (await import('./NoteEditor.tsx')).NoteEditor }))

interface Props {
  message: Message
  note: NoteDetails
  zone: string
  isNewest: boolean
}

/** A note for the team only, styled differently from a message. */
export function NoteBubble({ message, note, zone, isNewest }: Props) {
  const { t } = useLingui()
  const [isEditing, setIsEditing] = useState(false)
  const text = (
    <p className={classes.text} dir="auto">
      <MentionedText text={message.body} mentions={note.mentions} />
    </p>
  )
  return (
    <article
      ref={useMessageRef(message.sid)}
      className={classes.root}
      data-message-sid={message.sid}
      aria-label={t`Note by ${message.author}`}
    >
      <header className={classes.head}>
        <IconNote size={14} aria-hidden="true" />
        <span className={classes.author}>{message.author}</span>
        <span>
          <Trans>Note · only your team sees this</Trans>
        </span>
        <time dateTime={message.dateCreated} title={exact(message.dateCreated, zone)}>
          {clock(message.dateCreated)}
        </time>
        {note.editedOnUtc && (
          <span title={exact(note.editedOnUtc, zone)}>
            <Trans>edited</Trans>
          </span>
        )}
        <span className={classes.more}>
          <MessageMore message={message} isNewest={isNewest} onEdit={() => setIsEditing(true)} />
        </span>
      </header>
      {isEditing ? (
        <Suspense fallback={text}>
          <NoteEditor message={message} note={note} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : (
        text
      )}
    </article>
  )
}
