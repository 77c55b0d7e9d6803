import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { conversationKeys } from '../../../entities/conversation/queries.ts'
import { fetchBackTo, mergeMessages, type Thread } from '../../../entities/message/thread-messages.ts'
import type { MessageElements } from './message-elements.ts'

const SHOWN_MS = 2500

interface Options {
  sid: string
  /** The index of the message in the URL. */
  at: number | undefined
  thread: Thread
  elements: MessageElements
}

/** Scrolls to the message of an index, however far back it is, and highlights it for a moment. */
export function useJumpToMessage({ sid, at, thread, elements }: Options): (index: number) => void {
  const cache = useQueryClient()
  const target = useRef<number>(undefined)
  const isLoading = useRef(false)
  const first = thread.items[0]?.index ?? 0

  const loadBackTo = async (index: number) => {
    isLoading.current = true
    try {
      const loaded = await fetchBackTo(sid, thread, index)
      cache.setQueryData<Thread>(
        conversationKeys.thread(sid),
        (now) => now && { ...mergeMessages(now, loaded.items), hasOlder: loaded.hasOlder },
      )
    } finally {
      isLoading.current = false
    }
  }
  const showTarget = () => {
    const index = target.current
    if (index === undefined || isLoading.current) return
    if (index < first && thread.hasOlder) {
      void loadBackTo(index).catch(() => {
        target.current = undefined
      })
      return
    }
    const message = thread.items.find((item) => item.index === index)
    const element = message && elements.messages.get(message.sid)
    if (!element) return
    target.current = undefined
    element.scrollIntoView({ block: 'center' })
    element.setAttribute('data-found', '')
    setTimeout(() => element.removeAttribute('data-found'), SHOWN_MS)
  }
  const jumpTo = (index: number) => {
    target.current = index
    showTarget()
  }
  const onAddress = useEffectEvent(jumpTo)
  useEffect(() => {
    if (at !== undefined) onAddress(at)
  }, [at])
  const onOlder = useEffectEvent(showTarget)
  // biome-ignore lint/correctness/useExhaustiveDependencies: retried whenever older messages have loaded.
  useEffect(() => onOlder(), [first])
  return jumpTo
}
