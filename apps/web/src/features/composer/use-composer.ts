import type { Conversation, Message } from '@frontdesk/contract/api'
import { isBlank, MESSAGE_TEXT_MAX, unknownVariables } from '@frontdesk/contract/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { lastPair, pairsOf } from '../../entities/conversation/number-pairs.ts'
import { drafts, useWriting } from '../../entities/draft/drafts.ts'
import { quotedMessage, useQuoted } from '../../entities/draft/quoted-message.ts'
import { sendPreviewQuery, takeScheduled } from '../../entities/message/scheduled-messages.ts'
import { outbox } from '../../entities/outbox/send-message.ts'
import { useUndoSend } from '../../entities/profile/preferences.ts'
import { api } from '../../lib/api.ts'
import { useIsSettled } from '../../lib/use-is-settled.ts'
import { useChannelWindow } from './ChannelWindow.tsx'
import { refusalsOf } from './send-refusals.ts'
import { useComposerTranslation } from './translation/use-composer-translation.ts'
import { useSeenIndex } from './use-seen-index.ts'
import { useTypingSignal } from './use-typing-signal.ts'

interface Options {
  conversation: Conversation
  /** The messages on screen, the newest last. */
  messages: readonly Message[]
  field: RefObject<HTMLTextAreaElement | null>
  /** The index of the newest message, once loaded. */
  latestIndex: number | undefined
}

export type ComposerModel = ReturnType<typeof useComposer>

/** The reply being written in a conversation: whether it can be sent, and how to send or schedule it. */
export function useComposer({ conversation, messages, field, latestIndex }: Options) {
  const { sid } = conversation
  const cache = useQueryClient()
  const { text, uploads } = useWriting(sid)
  const quote = useQuoted(sid)
  const sendTyping = useTypingSignal(sid)
  const lastSeenIndex = useSeenIndex(latestIndex)
  const isSettled = useIsSettled()
  const canUndo = useUndoSend(isSettled)

  const [chosenVia, chooseVia] = useState<string>()
  const pairs = conversation.merged && pairsOf(conversation)
  const chosen = pairs?.find((pair) => pair.sid === chosenVia)?.sid
  const viaSid = pairs && (chosen ?? lastPair(conversation, messages))
  const preview = useQuery({ ...sendPreviewQuery(conversation, viaSid), enabled: isSettled }).data

  const windowLeft = useChannelWindow(conversation)
  const { ready, offer, translateNow } = useComposerTranslation(conversation, text)
  const stored = uploads.flatMap((upload) => upload.stored ?? [])
  const isUploading = uploads.some((upload) => !upload.stored && !upload.problem)
  const hasProblem = uploads.some(({ problem }) => problem !== undefined)
  const unknownVariable = unknownVariables(text)[0]
  const isTooLong = text.length > MESSAGE_TEXT_MAX
  const isRefused = refusalsOf(conversation, viaSid, preview).length > 0
  const canSend =
    !isRefused &&
    windowLeft !== 0 &&
    (!isBlank(text) || stored.length > 0) &&
    unknownVariable === undefined &&
    !isUploading &&
    !hasProblem &&
    !isTooLong &&
    (ready?.text.length ?? 0) <= MESSAGE_TEXT_MAX

  const write = (next: string) => {
    drafts.write(sid, next)
    sendTyping(next.trim() !== '')
  }

  const clear = () => {
    drafts.clear(sid)
    quotedMessage.set(sid, null)
    sendTyping(false)
    field.current?.focus()
  }

  const send = () => {
    if (!canSend) return
    // A translation is never sent before its author has seen it.
    if (!ready) return translateNow()
    outbox.add({
      clientMessageId: crypto.randomUUID(),
      conversationSid: sid,
      ...ready,
      attachments: stored,
      lastSeenIndex: lastSeenIndex && Math.max(lastSeenIndex, outbox.shownIndex(sid)),
      viaSid,
      quote,
      canUndo,
    })
    clear()
  }

  const scheduling = useMutation({
    mutationFn: (message: NonNullable<typeof ready> & { sendAt: string }) =>
      api.scheduledMessages.create({
        ...message,
        conversationSid: sid,
        attachments: stored.map((file) => file.sid),
        clientMessageId: crypto.randomUUID(),
        viaSid,
        quotedSid: quote?.sid,
      }),
    onSuccess: ({ data }) => {
      takeScheduled(cache, data)
      clear()
    },
  })

  const insert = (inserted: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    write(text.slice(0, selectionStart) + inserted + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + inserted.length, selectionStart + inserted.length)
    })
  }

  const onBlur = () => {
    drafts.flush(sid)
    sendTyping(false)
  }

  return {
    sid,
    text,
    uploads,
    quote,
    via: pairs && viaSid ? { pairs, sid: viaSid, choose: chooseVia } : null,
    preview,
    windowLeft,
    translation: { ready, offer, translateNow },
    isUploading,
    hasProblem,
    unknownVariable,
    isTooLong,
    canSend,
    isRefused,
    write,
    insert,
    send,
    schedulingError: scheduling.error,
    /** Schedules the message that would be sent now; null while it cannot be sent. */
    schedule:
      canSend && ready && !scheduling.isPending ? (sendAt: string) => scheduling.mutate({ ...ready, sendAt }) : null,
    clear,
    onBlur,
  }
}
