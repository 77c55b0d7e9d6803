import type { Conversation } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { messageThread } from '../../../entities/conversation/queries.ts'
import { whenIdle } from '../../../lib/when-idle.ts'

/** Longer than a pause while moving through the list by keyboard. */
const AFTER_MS = 120
const NEIGHBORS = [1, 2, -1]

/** Prefetches the messages of the conversations next to the current one, and once the code that shows them. */
export function usePrefetchNeighbors(
  entries: readonly Conversation[],
  current: string | null,
  preloadPanes: () => Promise<void>,
) {
  const cache = useQueryClient()
  const prefetchAround = useEffectEvent((sid: string | null) => {
    const index = entries.findIndex((entry) => entry.sid === sid)
    for (const by of NEIGHBORS) {
      const neighbor = entries[index + by]
      if (neighbor) void cache.prefetchQuery(messageThread(neighbor.sid))
    }
  })
  const hasEntries = entries.length > 0
  useEffect(() => {
    // A failure is retried, and shown, when a conversation is opened.
    if (hasEntries) return whenIdle(() => preloadPanes().catch(() => undefined))
  }, [hasEntries, preloadPanes])
  useEffect(() => {
    if (!hasEntries) return
    const timer = setTimeout(prefetchAround, AFTER_MS, current)
    return () => clearTimeout(timer)
  }, [current, hasEntries])
}
