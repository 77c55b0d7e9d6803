import { createFileRoute } from '@tanstack/react-router'
import { groupBySid, groupMessageList } from '../../entities/group/queries.ts'
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
  return <GroupScreen key={sid} sid={sid} />
}
