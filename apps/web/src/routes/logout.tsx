import { createFileRoute } from '@tanstack/react-router'
import { LogoutScreen } from '../features/accounts/LogoutScreen.tsx'

export const Route = createFileRoute('/logout')({
  validateSearch: ({ redirect }): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  component: () => <LogoutScreen redirect={Route.useSearch().redirect} />,
})
