import type { Conversation } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { conversationCache } from '../conversation-cache.ts'
import { SnoozeModal } from './SnoozeModal.tsx'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function SnoozeOneModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const save = async (until: string | null) => {
    const { data } = await api.attention.snooze({ sid: conversation.sid, until })
    conversationCache(cache).take(data)
  }
  return <SnoozeModal title={t`Snooze`} save={save} onClose={onClose} />
}
