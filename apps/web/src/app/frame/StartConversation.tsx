import { useNavigate } from '@tanstack/react-router'
import { NewMessageModal } from '../../features/inbox/new-message/NewMessageModal.tsx'
import type { Modals } from '../../ui/modal/modals.ts'

/** The new message dialog for every screen; afterwards it navigates to the conversation. */
export function StartConversation({ contact, onClose }: Modals['start-new-conversation'] & { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewMessageModal
      contact={contact}
      onClose={onClose}
      onStarted={(sid) => void navigate({ to: '/conversations/$sid', params: { sid } })}
    />
  )
}
