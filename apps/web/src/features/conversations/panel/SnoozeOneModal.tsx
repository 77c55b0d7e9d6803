import type { Conversation } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useTimeZone } from '../../../lib/locations.ts'
import { conversationCache } from '../conversation-cache.ts'
import { SnoozeModal } from './SnoozeModal.tsx'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function SnoozeOneModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const zone = useTimeZone(conversation.attributes.locationID)
  const save = async (until: string | null) => {
    const { data } = await api.attention.snooze({ sid: conversation.sid, until })
    conversationCache(cache).take(data)
  }
  return <SnoozeModal title={t`Snooze`} zone={zone} save={save} onClose={onClose} />
}
