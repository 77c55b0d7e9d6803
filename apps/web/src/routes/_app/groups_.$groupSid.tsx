import { createFileRoute } from '@tanstack/react-router'
import { groupBySid, groupMessageList } from '../../entities/group/queries.ts'
import { ContactFilters } from '../../features/contacts/ContactFilters.tsx'
import { useContactListContext } from '../../features/contacts/list-context.ts'
import type { GroupFilter } from '../../features/groups/EditGroupModal.tsx'
import { GroupScreen } from '../../features/groups/GroupScreen.tsx'

export const Route = createFileRoute('/_app/groups_/$groupSid')({
  loader: ({ context: { cache }, params: { groupSid: sid } }) => {
    void cache.prefetchQuery(groupBySid(sid))
    void cache.prefetchInfiniteQuery(groupMessageList(sid))
  },
  component: Group,
})

function Group() {
  const { groupSid: sid } = Route.useParams()
  const { zone } = useContactListContext()
  const renderFilter: GroupFilter['render'] = (search, onSearch) => (
    <ContactFilters search={search} onSearch={onSearch} />
  )
  return <GroupScreen key={sid} sid={sid} filter={{ render: renderFilter, zone }} />
}
