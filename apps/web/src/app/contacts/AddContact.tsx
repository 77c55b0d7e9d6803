import { useLocation, useNavigate } from '@tanstack/react-router'
import { AddContactModal } from '../../features/contacts/AddContactModal.tsx'

/** The dialog for every screen; afterwards it opens the contact. */
export function AddContact({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const isOnList = useLocation({ select: ({ pathname }) => pathname.startsWith('/contacts') })
  return (
    <AddContactModal
      onClose={onClose}
      onOpen={(id) => void navigate({ to: '/contacts/$id', params: { id }, search: isOnList ? true : {} })}
    />
  )
}
