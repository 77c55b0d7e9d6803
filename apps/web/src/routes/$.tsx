import { createFileRoute } from '@tanstack/react-router'
import { AppFrame } from '../app/AppFrame.tsx'
import { NotFoundScreen } from '../ui/NotFoundScreen.tsx'

/** Every address that is no screen: in the frame for whoever is signed in, alone for everybody else. */
export const Route = createFileRoute('/$')({ component: NotFound })

function NotFound() {
  const { session } = Route.useRouteContext()
  if (!session.current) return <NotFoundScreen />
  return (
    <AppFrame>
      <NotFoundScreen />
    </AppFrame>
  )
}
