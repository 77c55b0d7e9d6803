import type { GroupMessage, StoredFile } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Audience, GROUPS_KEY } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'

interface GroupMessageDraft {
  text: string
  attachments: readonly StoredFile[]
  isReviewInvite?: boolean
  /** Holds it for a few seconds, in which it can be undone. */
  canUndo?: boolean
}

/** Sends a group message. A retry after a failure reuses the id, so no one gets it twice. */
export function useSendGroupMessage() {
  const cache = useQueryClient()
  const pending = useRef<{ key: string; id: string } | null>(null)
  return async (audience: Audience, { attachments, ...message }: GroupMessageDraft): Promise<GroupMessage> => {
    const request = { ...audience, ...message, attachments: attachments.map(({ sid }) => sid) }
    const key = JSON.stringify(request)
    if (pending.current?.key !== key) pending.current = { key, id: crypto.randomUUID() }
    const { data } = await api.groups.sendMessage({ ...request, clientMessageId: pending.current.id })
    pending.current = null
    await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    return data
  }
}
