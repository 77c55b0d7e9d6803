import type { GroupMessage } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Audience, GROUPS_KEY } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'

/** Sends a message to many contacts. A retry after a failure reuses the id, so no one gets it twice. */
export function useSendToMany() {
  const cache = useQueryClient()
  const pending = useRef<{ key: string; id: string } | null>(null)
  return async (audience: Audience, text: string, isReviewInvite: boolean): Promise<GroupMessage> => {
    const key = JSON.stringify([audience, text, isReviewInvite])
    if (pending.current?.key !== key) pending.current = { key, id: crypto.randomUUID() }
    const { data } = await api.groups.sendMessage({
      ...audience,
      text,
      isReviewInvite,
      clientMessageId: pending.current.id,
    })
    pending.current = null
    await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    return data
  }
}
