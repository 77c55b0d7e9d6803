import type { Conversation } from '@frontdesk/contract/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FileDropZone } from '../../entities/attachment/FileDropZone.tsx'
import { useAttachments } from '../../entities/attachment/use-attachments.ts'
import { conversationVersions } from '../../entities/conversation/conversation-versions.ts'
import { conversationBySid, conversationKeys, messageThread } from '../../entities/conversation/queries.ts'
import { threadDialog } from '../../entities/conversation/thread-dialog.ts'
import { useConversationActions } from '../../entities/conversation/use-conversation-actions.ts'
import { useMarkUnread } from '../../entities/conversation/use-mark-unread.ts'
import { composerFocus } from '../../entities/draft/composer-focus.ts'
import { drafts } from '../../entities/draft/drafts.ts'
import { useTimeZone } from '../../entities/location/queries.ts'
import { LoadingMessages } from '../../entities/message/LoadingMessages.tsx'
import { Composer } from '../../features/composer/Composer.tsx'
import { AttentionStrip } from '../../features/thread/AttentionStrip.tsx'
import { ConsentReviewStrip } from '../../features/thread/ConsentReviewStrip.tsx'
import { ThreadHeader } from '../../features/thread/header/ThreadHeader.tsx'
import { MessageList } from '../../features/thread/messages/MessageList.tsx'
import { TimelineBar } from '../../features/thread/timeline/TimelineBar.tsx'
import { useMarkRead } from '../../features/thread/use-mark-read.ts'
import { errorCode } from '../../lib/error-code.ts'
import { isTyping } from '../../lib/keyboard.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'

const Timeline = lazyWithRetry(async () => ({
  default: (await import('../../features/thread/timeline/Timeline.tsx')).Timeline,
}))
const UnavailableConversation = lazyWithRetry(async () => ({
  default: (await import('../../features/thread/UnavailableConversation.tsx')).UnavailableConversation,
}))

interface Props {
  sid: string
  /** The index of the message to show; otherwise the newest. */
  at: number | undefined
  /** Whether all messages with the contact are shown. */
  isTimeline: boolean
  onTimeline: (isTimeline: boolean) => void
  onBack: () => void
  onDetails: () => void
  /** The conversation was merged into this one. */
  onMerged: (sid: string) => void
}

export function ConversationPane({ sid, at, isTimeline, onTimeline, onBack, onDetails, onMerged }: Props) {
  const cache = useQueryClient()
  const router = useRouter()
  const me = useMe()
  const conversationQuery = useQuery(conversationBySid(sid))
  const conversation = conversationQuery.data?.sid === sid ? conversationQuery.data : undefined
  // For a removed conversation, load only the conversation itself: it may have been merged into another one.
  const isThere = conversation !== undefined && !conversationVersions.isGone(sid)
  const threadQuery = useQuery({ ...messageThread(sid), enabled: isThere })
  const surviving = conversationQuery.data && !conversation ? conversationQuery.data : undefined
  const goOn = useEffectEvent((into: Conversation) => {
    drafts.carryOver(sid, into, me.userId)
    onMerged(into.sid)
  })
  useEffect(() => {
    if (surviving) goOn(surviving)
  }, [surviving])
  const zone = useTimeZone(conversation?.attributes.locationID)
  const { toggleClosed, markHandled } = useConversationActions(sid)
  const markUnread = useMarkUnread(sid, onBack)
  const isViewingAs = Boolean(useSession()?.viewingAs)
  useMarkRead(conversation, threadQuery.data)

  // Events carry no draft, so a conversation that came by an event is fetched.
  const lacksDraft = conversation !== undefined && conversation.attributes.drafts === undefined
  useEffect(() => {
    if (lacksDraft) void cache.invalidateQueries({ queryKey: conversationKeys.one(sid) })
  }, [lacksDraft, cache, sid])
  useEffect(() => {
    if (conversation && !lacksDraft) drafts.adopt(conversation, me.userId)
  }, [conversation, lacksDraft, me.userId])
  useEffect(() => () => drafts.flush(sid), [sid])

  const [isNoting, setIsNoting] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const attachments = useAttachments(sid)
  const focusReply = () => {
    // Synchronously: the next key belongs to the field.
    if (isNoting) flushSync(() => setIsNoting(false))
    field.current?.focus()
  }
  const onFocusRequest = useEffectEvent(focusReply)
  const canWrite = conversation !== undefined && !lacksDraft && !isViewingAs
  // After the draft is adopted: what was typed while the composer was loading is appended to it.
  useEffect(() => {
    if (canWrite) return composerFocus.register(sid, () => onFocusRequest())
  }, [canWrite, sid])
  useEffect(() => {
    if (conversationQuery.isError) composerFocus.cancel()
  }, [conversationQuery.isError])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A held key would close one conversation after another.
    if (event.repeat || isTyping(event) || event.metaKey || event.ctrlKey || event.altKey || !conversation) return
    // While the next conversation loads, this one is still shown: a key meant for that one must not change this one.
    if (!router.latestLocation.pathname.endsWith(sid)) return
    if (event.key === 'e' && !isViewingAs) void toggleClosed(conversation)
    else if (event.key === 'n' && !isViewingAs) setIsNoting(true)
    else if (event.key === 'a' && !isViewingAs) threadDialog.open('assign')
    else if (event.key === 's' && !isViewingAs && !conversation.attributes.isClosed) threadDialog.open('snooze')
    else if (event.key === 'h' && !isViewingAs && conversation.attributes.needsAnswerSince)
      void markHandled(conversation)
    else if (event.key === 'u' && !isViewingAs) void markUnread()
    else if (event.key === 'r' && !isViewingAs) focusReply()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const { error, refetch } = conversationQuery
  // The list's copy may still be cached.
  if (errorCode(error) === 'ConversationNotFound') {
    return (
      <Suspense fallback={<LoadingMessages />}>
        <UnavailableConversation sid={sid} onBack={onBack} />
      </Suspense>
    )
  }
  return (
    <QueryState query={{ data: conversation, error, refetch }} pending={<LoadingMessages />}>
      {(present) => (
        <FileDropZone
          onFiles={
            !isViewingAs &&
            ((files) => {
              focusReply()
              attachments.add(files)
            })
          }
        >
          <ThreadHeader conversation={present} onBack={onBack} onNote={() => setIsNoting(true)} onDetails={onDetails} />
          <AttentionStrip conversation={present} zone={zone} />
          <ConsentReviewStrip conversationSid={present.sid} />
          {threadQuery.data && <TimelineBar conversation={present} isWhole={isTimeline} onChange={onTimeline} />}
          {isTimeline ? (
            <Suspense fallback={<LoadingMessages />}>
              <Timeline conversation={present} zone={zone} />
            </Suspense>
          ) : (
            <QueryState query={threadQuery} pending={<LoadingMessages />}>
              {(thread) => <MessageList conversation={present} thread={thread} zone={zone} at={at} />}
            </QueryState>
          )}
          {!isViewingAs && (
            <Composer
              conversation={present}
              zone={zone}
              messages={threadQuery.data?.items ?? []}
              field={field}
              attachments={attachments}
              isNoting={isNoting}
              onNoting={(next) => (next ? setIsNoting(true) : focusReply())}
              latestIndex={threadQuery.data?.items.at(-1)?.index ?? (threadQuery.data && 0)}
            />
          )}
        </FileDropZone>
      )}
    </QueryState>
  )
}
