import { createFileRoute, redirect } from '@tanstack/react-router'
import { TwoStepSetupScreen } from '../../features/accounts/TwoStepSetupScreen.tsx'

export const Route = createFileRoute('/auth/two-step-setup')({
  beforeLoad: ({ context }) => {
    if (!context.session.current) throw redirect({ to: '/auth/login', replace: true })
    if (!context.session.current.needsTwoStep) throw redirect({ to: '/', replace: true })
  },
  component: TwoStepSetupScreen,
})
