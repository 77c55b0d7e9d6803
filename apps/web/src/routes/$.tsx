import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppFrame } from '../app/frame/AppFrame.tsx'
import { NotFoundScreen } from '../ui/state/NotFoundScreen.tsx'

/** Every unknown address. Like any other that needs a session, it asks for one first. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ context, location }) => {
    if (!context.session.current) {
      throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    }
    if (context.session.current.needsTwoStep) throw redirect({ to: '/auth/two-step-setup', replace: true })
  },
  component: () => (
    <AppFrame>
      <NotFoundScreen />
    </AppFrame>
  ),
})
