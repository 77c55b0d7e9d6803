import { createFileRoute } from '@tanstack/react-router'
import { ExpiredScreen } from '../../features/subscription/ExpiredScreen.tsx'

export const Route = createFileRoute('/payment/trial-expired')({ component: TrialExpired })

function TrialExpired() {
  const navigate = Route.useNavigate()
  return <ExpiredScreen what="trial" onResumed={() => void navigate({ to: '/', replace: true })} />
}
