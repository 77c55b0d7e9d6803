import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../../features/accounts/ResetPasswordScreen.tsx'
import { searchText } from '../../lib/search-text.ts'

export const Route = createFileRoute('/auth/reset-password')({
  validateSearch: ({ id }): { id?: string | undefined } => ({ id: searchText(id) }),
  component: () => <ResetPasswordScreen id={Route.useSearch().id ?? '-'} />,
})
