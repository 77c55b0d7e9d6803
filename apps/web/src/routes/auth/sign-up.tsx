import { createFileRoute, redirect } from '@tanstack/react-router'
import { signUpOptionsQuery } from '../../features/accounts/queries.ts'
import { SignUpScreen } from '../../features/accounts/SignUpScreen.tsx'

export const Route = createFileRoute('/auth/sign-up')({
  beforeLoad: async ({ context }) => {
    if (context.session.current) throw redirect({ to: '/auth/sign-up-success', replace: true })
    const signUp = await context.cache.ensureQueryData(signUpOptionsQuery).catch(() => 'open')
    if (signUp === 'invite-only') throw redirect({ to: '/auth/invite-only-sign-up', replace: true })
  },
  component: () => <SignUpScreen />,
})
