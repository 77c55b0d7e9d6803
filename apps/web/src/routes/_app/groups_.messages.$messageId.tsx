import { createFileRoute } from '@tanstack/react-router'
import { groupMessageById } from '../../entities/group/queries.ts'
import { GroupMessageScreen } from '../../features/groups/GroupMessageScreen.tsx'

export const Route = createFileRoute('/_app/groups_/messages/$messageId')({
  loader: ({ context: { cache }, params: { messageId } }) => void cache.prefetchQuery(groupMessageById(messageId)),
  component: GroupMessage,
})

function GroupMessage() {
  const { messageId } = Route.useParams()
  return <GroupMessageScreen key={messageId} id={messageId} />
}
