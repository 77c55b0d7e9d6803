import type { Conversation } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useConversationActions } from '../use-conversation-actions.ts'
import { SnoozeModal } from './SnoozeModal.tsx'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function SnoozeOneModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const { snooze } = useConversationActions(conversation.sid)
  return <SnoozeModal title={t`Snooze`} save={snooze} onClose={onClose} />
}
