import { readSubscriberSearch } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { SubscribersScreen } from '../../features/subscribers/SubscribersScreen.tsx'
import { validSearch } from '../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/marketing_/subscribers')({
  validateSearch: validSearch(readSubscriberSearch),
  loader: ({ context: { cache } }) => void cache.prefetchQuery(locationsQuery),
  component: Subscribers,
})

function Subscribers() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <SubscribersScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
}
