import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { undeliveredList } from '../../entities/conversation/undelivered-queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { UndeliveredScreen } from '../../features/undelivered/UndeliveredScreen.tsx'

export const Route = createFileRoute('/_app/undelivered')({
  loader: ({ context }) => void context.cache.prefetchInfiniteQuery(undeliveredList(chosenLocation.get())),
  component: Undelivered,
})

function Undelivered() {
  const navigate = useNavigate()
  return <UndeliveredScreen onOpen={(sid) => void navigate({ to: '/conversations/$sid', params: { sid } })} />
}
