import { useNavigate } from '@tanstack/react-router'
import { NewMessageModal } from '../../features/inbox/new-message/NewMessageModal.tsx'

/** The new message, from anywhere; it leads to its conversation. */
export function StartConversation({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewMessageModal
      onClose={onClose}
      onStarted={(sid) => void navigate({ to: '/conversations/$sid', params: { sid } })}
    />
  )
}
