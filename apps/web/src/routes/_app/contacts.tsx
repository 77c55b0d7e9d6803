import { type ContactSearch, contactOrdering, readContactSearch, toContactCriteria } from '@frontdesk/contract/rules'
import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { ContactPane } from '../../app/contacts/ContactPane.tsx'
import { contactList, contactPageSize } from '../../entities/contact/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ContactsScreen } from '../../features/contacts/ContactsScreen.tsx'
import { readContactListContext } from '../../features/contacts/list-context.ts'
import { validSearch } from '../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/contacts')({
  validateSearch: validSearch(readContactSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { cache }, deps }) => {
    const criteria = toContactCriteria(deps, readContactListContext(cache))
    void cache.prefetchInfiniteQuery(contactList(criteria, contactOrdering(deps), contactPageSize.get()))
    void cache.prefetchQuery(locationsQuery)
    void cache.prefetchQuery(labelsQuery)
  },
  component: Contacts,
})

function Contacts() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const id = useParams({ strict: false, select: (params) => params.id ?? null })
  const openList = () => void navigate({ to: '/contacts', search })
  const setSearch = (next: ContactSearch) =>
    void navigate({ to: id ? '/contacts/$id' : '/contacts', params: { id: id ?? '' }, search: next, replace: true })
  return (
    <>
      <ContactsScreen
        search={search}
        onSearch={setSearch}
        id={id}
        onOpen={(next) => void navigate({ to: '/contacts/$id', params: { id: next }, search, replace: id !== null })}
        panel={id && <ContactPane key={id} id={id} onClose={openList} />}
      />
      <Outlet />
    </>
  )
}
