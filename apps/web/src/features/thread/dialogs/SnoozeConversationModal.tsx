import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { SnoozeModal } from '../../../entities/conversation/SnoozeModal.tsx'
import { useConversationActions } from '../../../entities/conversation/use-conversation-actions.ts'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function SnoozeConversationModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const { snooze } = useConversationActions(conversation.sid)
  return <SnoozeModal title={t`Snooze`} save={snooze} onClose={onClose} />
}
