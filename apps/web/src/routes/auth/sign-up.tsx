import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/accounts/SignUpScreen.tsx'

export const Route = createFileRoute('/auth/sign-up')({
  beforeLoad: ({ context }) => {
    if (context.session.current) throw redirect({ to: '/', replace: true })
  },
  component: SignUpScreen,
})
