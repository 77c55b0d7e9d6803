import type { Conversation, ConversationStats } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { openConversation } from '../../entities/conversation/open-conversation.ts'
import { conversationKeys } from '../../entities/conversation/queries.ts'
import type { Thread } from '../../entities/message/thread-messages.ts'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useAfterFirstPaint } from '../../lib/use-after-first-paint.ts'

/** Marks the conversation read, at once but only in a visible, focused tab. */
export function useMarkRead(conversation: Conversation | undefined, thread: Thread | undefined) {
  const cache = useQueryClient()
  const { userId } = useMe()
  const lastMarked = useRef<{ newestSid: string; isUnread: boolean; isMarked: boolean }>(undefined)
  const isSettled = useAfterFirstPaint()
  const newest = thread?.items.at(-1)
  const unread = conversation?.attributes.unreadMessages ?? 0
  const isMarked = conversation?.attributes.isMarkedUnread === true
  const isSeen =
    !newest || newest.authorUserID === userId || newest.attributes.seenBy.some((seen) => seen.userId === userId)

  const markIfWatched = useEffectEvent(() => {
    // Viewing as a teammate does not mark their conversations read.
    if (session.current?.viewingAs) return
    if (
      !conversation ||
      !newest ||
      (unread === 0 && isSeen && !isMarked) ||
      !openConversation.isWatched(conversation.sid)
    )
      return
    const last = lastMarked.current
    const isUnread = unread > 0
    // A request that covers this state has been sent: its own optimistic update brings the effect here again.
    if (last?.newestSid === newest.sid && (last.isUnread || !isUnread) && (last.isMarked || !isMarked)) return
    lastMarked.current = { newestSid: newest.sid, isUnread, isMarked }
    const { sid } = conversation
    conversationCache(cache).patch(sid, (before) => ({
      ...before,
      attributes: { ...before.attributes, unreadMessages: 0, isMarkedUnread: false },
    }))
    // Update the count in the title too; the server's count follows.
    if (isUnread || isMarked) {
      cache.setQueriesData<ConversationStats>(
        { queryKey: conversationKeys.totals },
        (stats) => stats && { ...stats, totalUnread: Math.max(0, stats.totalUnread - 1) },
      )
    }
    api.attention
      .markRead({ sid, upToIndex: newest.index })
      .then(({ data }) => conversationCache(cache).take(data))
      .catch(() => {
        lastMarked.current = undefined
      })
  })

  const newestSid = newest?.sid
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every new message, count and mark.
  useEffect(() => {
    if (!isSettled) return
    markIfWatched()
    addEventListener('focus', markIfWatched)
    document.addEventListener('visibilitychange', markIfWatched)
    return () => {
      removeEventListener('focus', markIfWatched)
      document.removeEventListener('visibilitychange', markIfWatched)
    }
  }, [newestSid, unread, isSeen, isMarked, isSettled])
}
