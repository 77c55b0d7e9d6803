import { createFileRoute } from '@tanstack/react-router'
import { AddLocationScreen } from '../../../../features/locations/AddLocationScreen.tsx'

export const Route = createFileRoute('/_app/settings/location/add')({ component: AddLocation })

function AddLocation() {
  const navigate = Route.useNavigate()
  return <AddLocationScreen onAdded={() => void navigate({ to: '/settings/location' })} />
}
