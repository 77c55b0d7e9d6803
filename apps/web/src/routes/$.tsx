import { createFileRoute } from '@tanstack/react-router'
import { AppFrame } from '../app/frame/AppFrame.tsx'
import { requireSession } from '../app/session/require-session.ts'
import { NotFoundScreen } from '../ui/state/NotFoundScreen.tsx'

/** Every unknown address. Like any other that needs a session, it asks for one first. */
export const Route = createFileRoute('/$')({
  beforeLoad: requireSession,
  component: () => (
    <AppFrame>
      <NotFoundScreen />
    </AppFrame>
  ),
})
