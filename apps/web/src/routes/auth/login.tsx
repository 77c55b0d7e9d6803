import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '../../features/accounts/LoginScreen.tsx'
import { safeRedirect } from '../../lib/safe-redirect.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: ({ redirect }): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  beforeLoad: ({ context, search }) => {
    if (context.session.current) throw redirect({ href: safeRedirect(search.redirect), replace: true })
  },
  component: () => <LoginScreen isReturning={Route.useSearch().redirect !== undefined} />,
})
