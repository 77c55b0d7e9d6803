import { useNavigate } from '@tanstack/react-router'
import { NewMessageModal } from '../../features/inbox/new-message/NewMessageModal.tsx'

/** The new message dialog for every screen; afterwards it navigates to the conversation. */
export function StartConversation({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewMessageModal
      onClose={onClose}
      onStarted={(sid) => void navigate({ to: '/conversations/$sid', params: { sid } })}
    />
  )
}
