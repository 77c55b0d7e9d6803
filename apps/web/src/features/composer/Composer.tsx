import type { Conversation, Message } from '@frontdesk/contract/api'
import { type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { AttachmentChips } from '../../entities/attachment/AttachmentChips.tsx'
import { detach } from '../../entities/attachment/attach-files.ts'
import { PendingAttachments } from '../../entities/attachment/PendingAttachments.tsx'
import type { Attachments } from '../../entities/attachment/use-attachments.ts'
import { composerCommands } from '../../entities/draft/composer-commands.ts'
import { quotedMessage } from '../../entities/draft/quoted-message.ts'
import { QuoteChip } from '../../entities/message/QuoteBlock.tsx'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import classes from './Composer.module.css'
import { ComposerField } from './ComposerField.tsx'
import { ComposerMode } from './ComposerMode.tsx'
import { ComposerNotices } from './ComposerNotices.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import { useComposer } from './use-composer.ts'

const NoteComposer = lazyWithRetry(async () => ({ default: (await import('./notes/NoteComposer.tsx')).NoteComposer }))
const ScheduleModal = lazyWithRetry(async () => ({
  default: (await import('./scheduling/ScheduleModal.tsx')).ScheduleModal,
}))

interface Props {
  conversation: Conversation
  zone: string
  /** The messages on screen, the newest last. */
  messages: readonly Message[]
  /** The field of the reply, while there is one. */
  field: RefObject<HTMLTextAreaElement | null>
  attachments: Attachments
  isNoting: boolean
  /** Switches to the note, or back to the reply with the caret in it. */
  onNoting: (isNoting: boolean) => void
  /** The index of the newest message, once loaded. */
  latestIndex: number | undefined
}

/** Writes a reply or a note. */
export function Composer({ conversation, zone, messages, field, attachments, isNoting, onNoting, latestIndex }: Props) {
  const { sid } = conversation
  const composer = useComposer({ conversation, messages, field, latestIndex })
  const { uploads, quote, via, translation } = composer
  const [picksTemplate, setPicksTemplate] = useState(false)
  const [isScheduling, setIsScheduling] = useState(false)

  const onCommand = useEffectEvent((command: 'note' | 'templates') => {
    onNoting(command === 'note')
    setPicksTemplate(command === 'templates')
  })
  useEffect(
    () => composerCommands.register(sid, { note: () => onCommand('note'), templates: () => onCommand('templates') }),
    [sid],
  )

  if (isNoting) {
    return (
      <div className={classes.root}>
        <Suspense
          fallback={
            <div className={classes.box} style={{ height: 116 }}>
              <ComposerMode isNoting onNoting={onNoting} />
            </div>
          }
        >
          <NoteComposer conversation={conversation} onClose={() => onNoting(false)} />
        </Suspense>
      </div>
    )
  }

  return (
    <div className={classes.root}>
      <ComposerNotices composer={composer} conversation={conversation} zone={zone} />
      <div className={classes.box}>
        <ComposerMode isNoting={false} onNoting={onNoting} />
        {quote && <QuoteChip quote={quote} conversationSid={sid} onRemove={() => quotedMessage.set(sid, null)} />}
        <AttachmentChips uploads={uploads} onRemove={(upload) => detach(sid, upload)} />
        <ComposerField
          composer={composer}
          field={field}
          isFirst={latestIndex === 0}
          onSlash={() => setPicksTemplate(true)}
          onFiles={(files) => attachments.add(files, { isPasted: true })}
        />
        <ComposerTools
          composer={composer}
          conversation={conversation}
          attachments={attachments}
          picksTemplate={picksTemplate}
          onTemplates={(isOpen) => {
            setPicksTemplate(isOpen)
            if (!isOpen) field.current?.focus()
          }}
          onSchedule={() => setIsScheduling(true)}
        />
      </div>
      <PendingAttachments attachments={attachments} onClose={() => field.current?.focus()} />
      <Suspense>
        {isScheduling && (
          <ScheduleModal
            conversation={conversation}
            zone={zone}
            viaSid={via?.sid}
            quotedSid={quote?.sid}
            {...translation.ready}
            uploads={uploads}
            onScheduled={composer.clear}
            onClose={() => setIsScheduling(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
