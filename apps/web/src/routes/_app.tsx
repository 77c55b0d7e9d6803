import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppFrame } from '../app/frame/AppFrame.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    if (!context.session.current) {
      throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    }
    if (context.session.current.needsTwoStep) throw redirect({ to: '/auth/two-step-setup', replace: true })
  },
  component: AppFrame,
})
