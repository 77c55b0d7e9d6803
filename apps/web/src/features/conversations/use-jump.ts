import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { conversationKeys } from './queries.ts'
import { fetchBackTo, mergeMessages, type Thread } from './thread.ts'

const SHOWN_MS = 2500

/** Brings the message of an index into view, once, however far back it is, and marks it for a moment. */
export function useJump(
  sid: string,
  index: number | undefined,
  thread: Thread,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const cache = useQueryClient()
  const done = useRef<number>(undefined)
  const isLoading = useRef(false)
  const first = thread.items[0]?.index ?? 0
  const jump = useEffectEvent(async () => {
    if (index === undefined || done.current === index || isLoading.current) return
    if (index < first && thread.hasOlder) {
      isLoading.current = true
      try {
        const grown = await fetchBackTo(sid, thread, index)
        cache.setQueryData<Thread>(
          conversationKeys.thread(sid),
          (now) => now && { ...mergeMessages(now, grown.items), hasOlder: grown.hasOlder },
        )
      } finally {
        isLoading.current = false
      }
      return
    }
    const message = thread.items.find((item) => item.index === index)
    const element = message && scroller.current?.querySelector(`[data-message-sid="${message.sid}"]`)
    if (!element) return
    done.current = index
    element.scrollIntoView({ block: 'center' })
    element.setAttribute('data-found', '')
    setTimeout(() => element.removeAttribute('data-found'), SHOWN_MS)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again whenever older messages have come.
  useEffect(() => {
    if (index === undefined) done.current = undefined
    void jump().catch(() => {})
  }, [index, first])
}
