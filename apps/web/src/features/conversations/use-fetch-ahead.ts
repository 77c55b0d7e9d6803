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
  const fetchAround = useEffectEvent((place: string | null) => {
    const index = entries.findIndex(({ sid }) => sid === place)
    for (const by of NEIGHBOURS) {
      const neighbour = entries[index + by]
      if (neighbour) void cache.prefetchQuery(messageThread(neighbour.sid))
    }
  })
  const hasEntries = entries.length > 0
  useEffect(() => {
    if (!hasEntries) return
    const timer = setTimeout(fetchAround, AFTER_MS, at)
    return () => clearTimeout(timer)
  }, [at, hasEntries])
}
