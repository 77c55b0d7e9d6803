import { createFileRoute, redirect } from '@tanstack/react-router'
import { openModal } from '../../../ui/modal/modals.ts'

/** The inbox with the new message open. */
export const Route = createFileRoute('/_app/conversations/new')({
  beforeLoad: ({ preload }) => {
    if (preload) return
    openModal('start-new-conversation')
    throw redirect({ to: '/conversations', replace: true })
  },
})
