import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppFrame } from '../app/AppFrame.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    if (!context.session.current) {
      throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    }
  },
  component: AppFrame,
})
