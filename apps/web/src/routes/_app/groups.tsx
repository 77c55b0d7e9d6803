import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { groupMessageList, groupsQuery } from '../../entities/group/queries.ts'
import { GroupsScreen, type GroupsTab } from '../../features/groups/GroupsScreen.tsx'

interface Search {
  tab?: 'messages'
}

export const Route = createFileRoute('/_app/groups')({
  validateSearch: ({ tab }: Record<string, unknown>): Search => (tab === 'messages' ? { tab } : {}),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context: { cache }, deps: { tab } }) =>
    void (tab ? cache.prefetchInfiniteQuery(groupMessageList(null)) : cache.prefetchQuery(groupsQuery)),
  component: Groups,
})

function Groups() {
  const { tab = 'groups' } = Route.useSearch()
  const navigate = useNavigate()
  const setTab = (next: GroupsTab) =>
    void navigate({ to: '/groups', search: next === 'messages' ? { tab: next } : {}, replace: true })
  return (
    <GroupsScreen
      tab={tab}
      onTab={setTab}
      onOpen={(sid) => void navigate({ to: '/groups/$groupSid', params: { groupSid: sid } })}
    />
  )
}
