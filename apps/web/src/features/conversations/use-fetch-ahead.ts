import type { Conversation } from '@frontdesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { loadConversationPanes } from './open-conversation-panes.ts'
import { messageThread } from './queries.ts'

/** Someone moving through the list stops at no conversation this long. */
const AFTER_MS = 120
const NEIGHBOURS = [1, 2, -1]

/** Fetches the messages of the conversations next to the current one, and once the code that shows them. */
export function useFetchAhead(entries: readonly Conversation[], at: string | null) {
  const cache = useQueryClient()
  const fetchAround = useEffectEvent((place: string | null) => {
    const index = entries.findIndex(({ sid }) => sid === place)
    for (const by of NEIGHBOURS) {
      const neighbour = entries[index + by]
      if (neighbour) void cache.prefetchQuery(messageThread(neighbour.sid))
    }
  })
  const hasEntries = entries.length > 0
  useEffect(() => {
    // A failure is retried, and shown, when a conversation is opened.
    if (hasEntries) return whenIdle(() => loadConversationPanes().catch(() => undefined))
  }, [hasEntries])
  useEffect(() => {
    if (!hasEntries) return
    const timer = setTimeout(fetchAround, AFTER_MS, at)
    return () => clearTimeout(timer)
  }, [at, hasEntries])
}
