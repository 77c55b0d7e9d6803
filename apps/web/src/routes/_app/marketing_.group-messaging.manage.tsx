import { can } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { groupsQuery } from '../../entities/group/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { GroupsScreen } from '../../features/groups/GroupsScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'

export const Route = createFileRoute('/_app/marketing_/group-messaging/manage')({
  loader: ({ context: { cache } }) => void cache.prefetchQuery(groupsQuery),
  component: ManageGroups,
})

const PERMISSION = SCREEN_PERMISSIONS['/marketing/group-messaging/manage']

function ManageGroups() {
  const navigate = useNavigate()
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <GroupsScreen
      tab="groups"
      onTab={(tab) => tab === 'messages' && void navigate({ to: '/marketing/group-messaging/messages' })}
      onOpen={(groupSid) => void navigate({ to: '/groups/$groupSid', params: { groupSid } })}
    />
  )
}
