import { createFileRoute } from '@tanstack/react-router'
import { ConfirmInviteScreen } from '../../features/accounts/ConfirmInviteScreen.tsx'
import { searchText } from '../../lib/search-text.ts'

export const Route = createFileRoute('/auth/confirm-invite')({
  validateSearch: ({ id }): { id?: string | undefined } => ({ id: searchText(id) }),
  component: () => <ConfirmInviteScreen id={Route.useSearch().id ?? '-'} />,
})
