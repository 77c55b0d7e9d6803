import { can } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { groupMessageList } from '../../entities/group/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { GroupsScreen } from '../../features/groups/GroupsScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'

export const Route = createFileRoute('/_app/marketing_/group-messaging/messages')({
  loader: ({ context: { cache } }) => void cache.prefetchInfiniteQuery(groupMessageList(null)),
  component: GroupMessages,
})

const PERMISSION = SCREEN_PERMISSIONS['/marketing/group-messaging/messages']

function GroupMessages() {
  const navigate = useNavigate()
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <GroupsScreen
      tab="messages"
      onTab={(tab) => tab === 'groups' && void navigate({ to: '/marketing/group-messaging/manage' })}
      onOpen={(groupSid) => void navigate({ to: '/groups/$groupSid', params: { groupSid } })}
    />
  )
}
