import type { Conversation, Message } from '@frontdesk/contract/api'
import { isBlank, MESSAGE_TEXT_MAX, unknownVariables } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconClock, IconMoodSmile, IconPaperclip, IconSend, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lastPair, pairsOf } from '../../entities/conversation/number-pairs.ts'
import { composerCommands } from '../../entities/draft/composer-commands.ts'
import { drafts, useWriting } from '../../entities/draft/drafts.ts'
import { quotedMessage, useQuoted } from '../../entities/draft/quoted-message.ts'
import { sendPreviewQuery, takeScheduled } from '../../entities/message/scheduled-messages.ts'
import { outbox } from '../../entities/outbox/send-message.ts'
import { undoLast } from '../../entities/outbox/undo-send.ts'
import { useUndoSend } from '../../entities/profile/preferences.ts'
import { api } from '../../lib/api.ts'
import { useAfterFirstPaint } from '../../lib/use-after-first-paint.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { lazyOnInteraction } from '../../ui/lazy-on-interaction.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { useIsPhone } from '../../ui/use-viewport.ts'
import { AttachmentChips } from './attachments/AttachmentChips.tsx'
import type { Attachments } from './attachments/use-attachments.ts'
import { ChannelWindow, useChannelWindow } from './ChannelWindow.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import classes from './Composer.module.css'
import { ComposerMode } from './ComposerMode.tsx'
import { SegmentCounter } from './SegmentCounter.tsx'
import { SendNotice } from './SendNotice.tsx'
import { ScheduledList } from './scheduling/ScheduledList.tsx'
import { TooLongNotice, tooLongNoticeId } from './TooLongNotice.tsx'
import { TranslationStrip } from './translation/TranslationStrip.tsx'
import { useComposerTranslation } from './translation/use-composer-translation.ts'
import { useSeenIndex } from './use-seen-index.ts'
import { useTypingSignal } from './use-typing-signal.ts'

const EmojiMenu = lazyOnInteraction(async () => (await import('./EmojiMenu.tsx')).EmojiMenu)
const TemplateMenu = lazyWithRetry(async () => ({ default: (await import('./TemplateMenu.tsx')).TemplateMenu }))

const AttachmentModals = lazyWithRetry(async () => ({
  default: (await import('./attachments/AttachmentModals.tsx')).AttachmentModals,
}))
const LinkHint = lazyWithRetry(async () => ({ default: (await import('./LinkHint.tsx')).LinkHint }))
const NoteComposer = lazyWithRetry(async () => ({ default: (await import('./notes/NoteComposer.tsx')).NoteComposer }))
const ScheduleModal = lazyWithRetry(async () => ({
  default: (await import('./scheduling/ScheduleModal.tsx')).ScheduleModal,
}))

const QuoteChip = lazyWithRetry(async () => ({
  default: (await import('../../entities/message/QuoteBlock.tsx')).QuoteChip,
}))
const ViaMenu = lazyWithRetry(async () => ({ default: (await import('./ViaMenu.tsx')).ViaMenu }))

const MAX_HEIGHT = 220
const ACCEPT =
  'image/*,video/mp4,video/quicktime,video/3gpp,audio/*,application/pdf,text/vcard,text/plain,text/csv,.vcf'

interface Props {
  conversation: Conversation
  zone: string
  /** Those on screen, the newest last. */
  messages: readonly Message[]
  /** The field of the reply, while there is one. */
  field: RefObject<HTMLTextAreaElement | null>
  attachments: Attachments
  isNoting: boolean
  /** Switches to the note, or back to the reply with the caret in it. */
  onNoting: (isNoting: boolean) => void
  /** Of the newest message there is, once that is known. */
  latestIndex: number | undefined
}

export function Composer({ conversation, zone, messages, field, attachments, isNoting, onNoting, latestIndex }: Props) {
  const { t } = useLingui()
  const { sid } = conversation
  const cache = useQueryClient()
  const isPhone = useIsPhone()
  const { text, uploads } = useWriting(sid)
  const quoted = useQuoted(sid)
  const picker = useRef<HTMLInputElement>(null)
  const [picksTemplate, setPicksTemplate] = useState(false)
  const [isScheduling, setIsScheduling] = useState(false)
  const tellTyping = useTypingSignal(sid)
  const [chosenVia, setChosenVia] = useState<string>()
  const pairs = conversation.merged && pairsOf(conversation)
  const chosen = pairs?.find((pair) => pair.sid === chosenVia)?.sid
  const viaSid = pairs && (chosen ?? lastPair(conversation, messages))
  const gateAnswer = useQuery({ ...sendPreviewQuery(conversation, viaSid), enabled: useAfterFirstPaint() }).data
  const lastSeenIndex = useSeenIndex(latestIndex)
  const canUndo = useUndoSend()

  const isUploading = uploads.some(({ stored, problem }) => !stored && !problem)
  const hasProblem = uploads.some(({ problem }) => problem !== undefined)
  const hasContent = !isBlank(text) || uploads.some(({ stored }) => stored)
  const unknown = unknownVariables(text)
  const windowLeft = useChannelWindow(conversation)
  const isTooLong = text.length > MESSAGE_TEXT_MAX
  const { ready, offer, ask: translate } = useComposerTranslation(conversation, text)
  const canSend =
    windowLeft !== 0 &&
    hasContent &&
    unknown.length === 0 &&
    !isUploading &&
    !hasProblem &&
    !isTooLong &&
    (ready?.text.length ?? 0) <= MESSAGE_TEXT_MAX

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    // Nothing to measure: a look at the height would lay the whole thread out, in the middle of opening it.
    if (text === '') return
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT)}px`
  }, [text, field])

  const write = (next: string) => {
    drafts.write(sid, next)
    tellTyping(next.trim() !== '')
  }

  const send = () => {
    if (!canSend) return
    // Nothing goes out that its writer has not seen.
    if (!ready) return translate()
    outbox.add({
      clientMessageId: crypto.randomUUID(),
      conversationSid: sid,
      ...ready,
      attachments: uploads.flatMap(({ stored }) => stored ?? []),
      lastSeenIndex: lastSeenIndex && Math.max(lastSeenIndex, outbox.shownIndex(sid)),
      viaSid,
      quote: quoted,
      canUndo,
    })
    drafts.clear(sid)
    quotedMessage.set(sid, null)
    tellTyping(false)
    field.current?.focus()
  }

  const scheduling = useMutation({
    mutationFn: (written: NonNullable<typeof ready> & { sendAt: string }) =>
      api.scheduledMessages.create({
        ...written,
        conversationSid: sid,
        attachments: uploads.flatMap(({ stored }) => stored?.sid ?? []),
        clientMessageId: crypto.randomUUID(),
        viaSid,
        quotedSid: quoted?.sid,
      }),
    onSuccess: ({ data }) => {
      takeScheduled(cache, data)
      afterScheduling()
    },
  })
  const afterScheduling = () => {
    drafts.clear(sid)
    quotedMessage.set(sid, null)
    tellTyping(false)
    field.current?.focus()
  }

  const onCommand = useEffectEvent((command: 'note' | 'templates') => {
    onNoting(command === 'note')
    setPicksTemplate(command === 'templates')
  })
  useEffect(
    () => composerCommands.register(sid, { note: () => onCommand('note'), templates: () => onCommand('templates') }),
    [sid],
  )

  const closeTemplates = () => {
    setPicksTemplate(false)
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '/' && text.trim() === '' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      setPicksTemplate(true)
      return
    }
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && text === '' && undoLast(sid)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape') field.current?.blur()
    const wantsLine = event.shiftKey || (isPhone && !event.ctrlKey && !event.metaKey)
    if (event.key !== 'Enter' || wantsLine || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  const insert = (emoji: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    write(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + emoji.length, selectionStart + emoji.length)
    })
  }

  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    attachments.add(event.clipboardData.files, { isPasted: true })
  }

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
      <ScheduledList conversation={conversation} zone={zone} />
      {windowLeft !== null && <ChannelWindow conversation={conversation} left={windowLeft} />}
      {conversation.attributes.isClosed && <ClosedNotice conversation={conversation} />}
      <SendNotice
        conversation={conversation}
        viaSid={viaSid}
        gateAnswer={gateAnswer}
        onSendAt={
          canSend && ready && !scheduling.isPending ? (sendAt) => scheduling.mutate({ ...ready, sendAt }) : null
        }
      />
      <ErrorText error={scheduling.error} mb="xs" />
      {text.includes('://') && (
        <Suspense>
          <LinkHint sid={sid} text={text} onReplace={write} />
        </Suspense>
      )}
      {pairs && viaSid && (
        <Suspense>
          <ViaMenu pairs={pairs} chosen={viaSid} onChoose={setChosenVia} />
        </Suspense>
      )}
      <TooLongNotice sid={sid} text={text} />
      {offer && <TranslationStrip offer={offer} ready={ready} ask={translate} text={text} />}
      <div className={classes.box}>
        <ComposerMode isNoting={false} onNoting={onNoting} />
        {quoted && (
          <Suspense>
            <QuoteChip quote={quoted} onRemove={() => quotedMessage.set(sid, null)} />
          </Suspense>
        )}
        <AttachmentChips sid={sid} uploads={uploads} />
        <textarea
          ref={field}
          className={classes.field}
          data-composer={sid}
          dir="auto"
          rows={1}
          aria-label={t`Message`}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? tooLongNoticeId(sid) : undefined}
          placeholder={latestIndex === 0 ? t`Write the first message…` : t`Write a message…`}
          value={text}
          enterKeyHint={isPhone ? 'enter' : 'send'}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            drafts.flush(sid)
            tellTyping(false)
          }}
        />
        <div className={classes.tools}>
          <ActionIcon
            aria-label={t`Attach a file`}
            data-tip={t`Attach a file`}
            onClick={() => attachments.gate(() => picker.current?.click())}
          >
            <IconPaperclip size={18} stroke={1.75} />
          </ActionIcon>
          <EmojiMenu
            onSelect={insert}
            trigger={(handlers) => (
              <ActionIcon aria-label={t`Emoji`} data-tip={t`Emoji`} {...handlers}>
                <IconMoodSmile size={18} stroke={1.75} />
              </ActionIcon>
            )}
          />
          <Suspense fallback={<TemplateButton />}>
            {picksTemplate ? (
              <TemplateMenu conversation={conversation} onSelect={insert} onClose={closeTemplates} />
            ) : (
              <TemplateButton onClick={() => setPicksTemplate(true)} />
            )}
          </Suspense>
          <ActionIcon
            aria-label={t`Schedule message`}
            data-tip={t`Schedule`}
            disabled={isUploading || hasProblem}
            onClick={() => (ready ? setIsScheduling(true) : translate())}
          >
            <IconClock size={18} stroke={1.75} />
          </ActionIcon>
          <span className={classes.counter}>
            {unknown.length > 0 ? (
              <span className={classes.unknown} role="alert">
                <Trans>Unknown variable :{unknown[0]}:</Trans>
              </span>
            ) : (
              <SegmentCounter text={ready?.text ?? text} hasMedia={uploads.length > 0} prices={gateAnswer} />
            )}
          </span>
          <Button
            className={classes.send}
            size="compact-sm"
            color="indigo"
            leftSection={<IconSend size={15} />}
            data-tip={isUploading ? t`Uploading…` : t`Send (Enter)`}
            data-tip-at="above-left"
            disabled={!canSend}
            onMouseDown={(event) => event.preventDefault()}
            onClick={send}
          >
            <Trans>Send</Trans>
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={ACCEPT}
          onChange={(event) => {
            attachments.add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <Suspense>
        {attachments.pending && (
          <AttachmentModals
            files={attachments.pending}
            onAttach={attachments.attach}
            onClose={() => {
              attachments.settle()
              field.current?.focus()
            }}
          />
        )}
        {isScheduling && (
          <ScheduleModal
            conversation={conversation}
            zone={zone}
            viaSid={viaSid}
            quotedSid={quoted?.sid}
            {...ready}
            uploads={uploads}
            onScheduled={afterScheduling}
            onClose={() => setIsScheduling(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function TemplateButton({ onClick }: { onClick?: () => void }) {
  const { t } = useLingui()
  return (
    <ActionIcon aria-label={t`Templates`} data-tip={t`Templates (/)`} onClick={onClick}>
      <IconTemplate size={18} stroke={1.75} />
    </ActionIcon>
  )
}
