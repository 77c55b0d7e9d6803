import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { UndeliveredScreen } from '../../features/conversations/UndeliveredScreen.tsx'
import { undeliveredList } from '../../features/conversations/undelivered-queries.ts'
import { chosenLocation } from '../../lib/chosen-location.ts'

export const Route = createFileRoute('/_app/undelivered')({
  loader: ({ context }) => void context.cache.prefetchInfiniteQuery(undeliveredList(chosenLocation.get())),
  component: Undelivered,
})

function Undelivered() {
  const navigate = useNavigate()
  return <UndeliveredScreen onOpen={(sid) => void navigate({ to: '/conversations/$sid', params: { sid } })} />
}
