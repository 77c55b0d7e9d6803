import { createFileRoute } from '@tanstack/react-router'
import { VerifyScreen } from '../../features/accounts/VerifyScreen.tsx'
import { searchText } from '../../lib/search-text.ts'

export const Route = createFileRoute('/auth/verify')({
  validateSearch: ({ id, email }): { id?: string | undefined; email?: string | undefined } => ({
    id: searchText(id),
    email: searchText(email),
  }),
  component: () => <VerifyScreen {...Route.useSearch()} />,
})
