import { type Conversation, isBlank, MESSAGE_TEXT_MAX, type Message, unknownVariables } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconClock, IconMoodSmile, IconNote, IconPaperclip, IconSend, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { api } from '../../lib/api.ts'
import { useUndoSend } from '../../lib/preferences.ts'
import { useTrialGate } from '../../lib/subscription.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone } from '../../ui/use-viewport.ts'
import { lazyCode } from '../../ui/when-online.ts'
import { AttachmentChips } from './AttachmentChips.tsx'
import { attachFiles } from './attach-files.ts'
import { ChannelWindow, useChannelWindow } from './ChannelWindow.tsx'
import classes from './Composer.module.css'
import { drafts, useWriting } from './drafts.ts'
import { lastPair, pairsOf } from './pairs.ts'
import { quoting, useQuoted } from './quoting.ts'
import { ScheduledList } from './ScheduledList.tsx'
import { SegmentCounter } from './SegmentCounter.tsx'
import { SendNotice } from './SendNotice.tsx'
import { sendPreviewQuery, takeScheduled } from './scheduled.ts'
import { outbox } from './send-message.ts'
import { type SortedFiles, sortFiles } from './sort-files.ts'
import { TooLongNotice, tooLongNoticeId } from './TooLongNotice.tsx'
import { TranslationStrip } from './TranslationStrip.tsx'
import { undoLast } from './undo-send.ts'
import { useSeenIndex } from './use-seen-index.ts'
import { useTranslating } from './use-translating.ts'
import { useTypingSignal } from './use-typing-signal.ts'

const EmojiMenu = onDemand(async () => (await import('./EmojiMenu.tsx')).EmojiMenu)
const TemplateMenu = lazyCode(async () => ({ default: (await import('./TemplateMenu.tsx')).TemplateMenu }))

const AttachmentModals = lazyCode(async () => ({ default: (await import('./AttachmentModals.tsx')).AttachmentModals }))
const LinkHint = lazyCode(async () => ({ default: (await import('./LinkHint.tsx')).LinkHint }))
const NoteComposer = lazyCode(async () => ({ default: (await import('./NoteComposer.tsx')).NoteComposer }))
const ScheduleModal = lazyCode(async () => ({ default: (await import('./ScheduleModal.tsx')).ScheduleModal }))

const QuoteChip = lazyCode(async () => ({ default: (await import('./QuoteBlock.tsx')).QuoteChip }))
const ViaMenu = lazyCode(async () => ({ default: (await import('./ViaMenu.tsx')).ViaMenu }))

const MAX_HEIGHT = 220
const ACCEPT =
  'image/*,video/mp4,video/quicktime,video/3gpp,audio/*,application/pdf,text/vcard,text/plain,text/csv,.vcf'

interface Props {
  conversation: Conversation
  zone: string
  /** Those on screen, the newest last. */
  messages: readonly Message[]
  isNoting: boolean
  onNoting: (isNoting: boolean) => void
  /** Of the newest message there is, once that is known. */
  latestIndex: number | undefined
}

export function Composer({ conversation, zone, messages, isNoting, onNoting, latestIndex }: Props) {
  const { t } = useLingui()
  const { sid } = conversation
  const cache = useQueryClient()
  const isPhone = useIsPhone()
  const { text, uploads } = useWriting(sid)
  const quoted = useQuoted(sid)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [picksTemplate, setPicksTemplate] = useState(false)
  const [isScheduling, setIsScheduling] = useState(false)
  const [asked, setAsked] = useState<SortedFiles>()
  const [isDropTarget, setIsDropTarget] = useState(false)
  const tellTyping = useTypingSignal(sid)
  const [chosenVia, setChosenVia] = useState<string>()
  const pairs = conversation.merged && pairsOf(conversation)
  const chosen = pairs?.find((pair) => pair.sid === chosenVia)?.sid
  const viaSid = pairs && (chosen ?? lastPair(conversation, messages))
  const gateAnswer = useQuery({ ...sendPreviewQuery(conversation, viaSid), enabled: useSettled() }).data
  const lastSeenIndex = useSeenIndex(latestIndex)
  const canUndo = useUndoSend()
  const gate = useTrialGate()

  const isUploading = uploads.some(({ stored, problem }) => !stored && !problem)
  const hasProblem = uploads.some(({ problem }) => problem !== undefined)
  const hasContent = !isBlank(text) || uploads.some(({ stored }) => stored)
  const unknown = unknownVariables(text)
  const windowLeft = useChannelWindow(conversation)
  const isTooLong = text.length > MESSAGE_TEXT_MAX
  const { ready, offer, ask: translate } = useTranslating(conversation, text)
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
  }, [text])

  // As soon as the field is there again: the next key is meant for it.
  const isNoteClosed = useRef(false)
  useLayoutEffect(() => {
    if (isNoting || !isNoteClosed.current) return
    isNoteClosed.current = false
    field.current?.focus()
  }, [isNoting])

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
    quoting.set(sid, null)
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
    quoting.set(sid, null)
    tellTyping(false)
    field.current?.focus()
  }

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

  /** What was dropped, pasted or chosen is confirmed; a picked file that may go needs no second word. */
  const ask = (files: Iterable<File>) => {
    const sorted = sortFiles(files)
    gate('attachment', () => setAsked(sorted))
  }

  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    const { files } = event.clipboardData
    ask(files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsDropTarget(false)
    ask(event.dataTransfer.files)
  }

  const closeNote = () => {
    isNoteClosed.current = true
    onNoting(false)
  }
  if (isNoting) {
    return (
      <div className={classes.root}>
        <Suspense fallback={<div className={classes.box} style={{ height: 92 }} />}>
          <NoteComposer conversation={conversation} onClose={closeNote} />
        </Suspense>
      </div>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same by keyboard.
    <div
      className={classes.root}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsDropTarget(true)
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={onDrop}
    >
      <ScheduledList conversation={conversation} zone={zone} />
      {windowLeft !== null && <ChannelWindow conversation={conversation} left={windowLeft} />}
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
      <div className={classes.box} data-drop={isDropTarget || undefined}>
        {quoted && (
          <Suspense>
            <QuoteChip quote={quoted} onRemove={() => quoting.set(sid, null)} />
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
          placeholder={isDropTarget ? t`Drop to attach` : t`Text back`}
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
            onClick={() => gate('attachment', () => picker.current?.click())}
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
          <ActionIcon aria-label={t`Write a note`} data-tip={t`Note for the team (n)`} onClick={() => onNoting(true)}>
            <IconNote size={18} stroke={1.75} />
          </ActionIcon>
          <span className={classes.counter}>
            {unknown.length > 0 ? (
              <span className={classes.unknown} role="alert">
                <Trans>There is no variable :{unknown[0]}:</Trans>
              </span>
            ) : (
              <SegmentCounter text={ready?.text ?? text} hasMedia={uploads.length > 0} prices={gateAnswer} />
            )}
          </span>
          <ActionIcon
            variant="filled"
            color="indigo"
            aria-label={t`Send`}
            data-tip={isUploading ? t`Waiting for the upload` : t`Send`}
            data-tip-at="above-left"
            disabled={!canSend}
            onMouseDown={(event) => event.preventDefault()}
            onClick={send}
          >
            <IconSend size={17} />
          </ActionIcon>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={ACCEPT}
          onChange={(event) => {
            const sorted = sortFiles(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
            if (sorted.notAllowed.length + sorted.tooLarge.length > 0) setAsked(sorted)
            else attachFiles(sid, sorted.fitting)
          }}
        />
      </div>
      <Suspense>
        {asked && (
          <AttachmentModals
            files={asked}
            onAttach={(files) => attachFiles(sid, files)}
            onClose={() => {
              setAsked(undefined)
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
