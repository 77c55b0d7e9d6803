import type { Conversation } from '@frontdesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { messageThread } from './queries.ts'

/** Whoever runs through the list stops nowhere this long. */
const AFTER_MS = 120
const NEIGHBOURS = [1, 2, -1]

/** The messages of those next to where somebody is in the list are here before the next step. */
export function useFetchAhead(entries: readonly Conversation[], at: string | null) {
  const cache = useQueryClient()
  const fetchAhead = useEffectEvent(() => {
    const index = entries.findIndex(({ sid }) => sid === at)
    for (const by of NEIGHBOURS) {
      const neighbour = entries[index + by]
      if (neighbour) void cache.prefetchQuery(messageThread(neighbour.sid))
    }
  })
  const hasEntries = entries.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: again from every new place.
  useEffect(() => {
    if (!hasEntries) return
    const timer = setTimeout(fetchAhead, AFTER_MS)
    return () => clearTimeout(timer)
  }, [at, hasEntries])
}
