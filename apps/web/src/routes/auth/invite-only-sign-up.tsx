import { createFileRoute, redirect } from '@tanstack/react-router'
import { signUpOptionsQuery } from '../../features/accounts/queries.ts'
import { SignUpScreen } from '../../features/accounts/SignUpScreen.tsx'

export const Route = createFileRoute('/auth/invite-only-sign-up')({
  beforeLoad: async ({ context }) => {
    if (context.session.current) throw redirect({ to: '/auth/sign-up-success', replace: true })
    const signUp = await context.cache.ensureQueryData(signUpOptionsQuery).catch(() => 'invite-only')
    if (signUp === 'open') throw redirect({ to: '/auth/sign-up', replace: true })
  },
  component: () => <SignUpScreen isInviteOnly />,
})
