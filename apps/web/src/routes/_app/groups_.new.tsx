import {
  type ContactSearch,
  can,
  countContactFilters,
  readContactSearch,
  toContactCriteria,
} from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { ContactFilters } from '../../features/contacts/ContactFilters.tsx'
import { useContactListContext } from '../../features/contacts/list-context.ts'
import { NewGroupScreen } from '../../features/groups/NewGroupScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { validSearch } from '../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/groups_/new')({
  validateSearch: validSearch(readContactSearch),
  loader: ({ context: { cache } }) => void cache.prefetchQuery(locationsQuery),
  component: NewGroup,
})

const PERMISSION = SCREEN_PERMISSIONS['/groups/new']

function NewGroup() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const { zone } = useContactListContext()
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  const setSearch = (next: ContactSearch) => void navigate({ to: '/groups/new', search: next, replace: true })
  return (
    <NewGroupScreen
      filters={<ContactFilters search={search} onSearch={setSearch} />}
      criteria={toContactCriteria(search, { locationId: null, zone })}
      isFiltered={search.q !== undefined || countContactFilters(search) > 0}
      onCreated={(sid) => void navigate({ to: '/groups/$groupSid', params: { groupSid: sid } })}
    />
  )
}
