import { createFileRoute } from '@tanstack/react-router'
import { ExpiredScreen } from '../../features/subscription/ExpiredScreen.tsx'

export const Route = createFileRoute('/payment/subscription-expired')({ component: SubscriptionExpired })

function SubscriptionExpired() {
  const navigate = Route.useNavigate()
  return <ExpiredScreen what="subscription" onResumed={() => void navigate({ to: '/', replace: true })} />
}
