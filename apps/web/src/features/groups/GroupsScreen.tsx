import type { Group } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tabs } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupsQuery } from '../../entities/group/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import classes from './Groups.module.css'
import { SentMessages } from './SentMessages.tsx'
import { useGroupColumns } from './use-group-columns.tsx'

export type GroupsTab = 'groups' | 'messages'

interface Props {
  tab: GroupsTab
  onTab: (tab: GroupsTab) => void
  onOpen: (sid: string) => void
}

/** Groups of contacts, and all group messages. */
export function GroupsScreen({ tab, onTab, onOpen }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const canAct = !useSession()?.viewingAs && can(me, 'contacts_edit')
  const newGroup = (size: 'xs' | 'sm') =>
    canAct && (
      <Button size={size} component={Link} to="/groups/new" leftSection={<IconPlus size={16} />}>
        <Trans>New group</Trans>
      </Button>
    )
  return (
    <PageLayout
      isWide
      title={tab === 'messages' ? t`Group messages` : t`Groups`}
      text={
        tab === 'messages'
          ? t`Messages sent to groups, to selected contacts, and by campaigns.`
          : t`Write to many contacts at once. Everyone gets the message in their own conversation.`
      }
      actions={newGroup('sm')}
    >
      <Tabs value={tab} onChange={(value) => onTab(value === 'messages' ? 'messages' : 'groups')} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="groups">
            <Trans>Groups</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="messages">
            <Trans>Group messages</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="groups" className={classes.tabs}>
          <GroupTable newGroup={newGroup('xs')} onOpen={onOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="messages" className={classes.tabs}>
          <SentMessages />
        </Tabs.Panel>
      </Tabs>
    </PageLayout>
  )
}

function GroupTable({ newGroup, onOpen }: { newGroup: React.ReactNode; onOpen: (sid: string) => void }) {
  const { t } = useLingui()
  const locationId = useStore(chosenLocation)
  const groups = useQuery(groupsQuery)
  const columns = useGroupColumns()
  const atLocation = (list: readonly Group[]) =>
    list.filter(({ locationID }) => locationId === null || locationID === null || locationID === locationId)
  return (
    <DataTable
      name="groups"
      label={t`Groups`}
      columns={columns}
      query={groups}
      rows={atLocation}
      rowKey={({ sid }) => sid}
      rowHeight={56}
      placeholderRows={4}
      onOpen={({ sid }) => onOpen(sid)}
      opensOnClick
      empty={
        <EmptyState
          icon={<IconUsersGroup size={28} stroke={1.5} />}
          title={t`No groups yet`}
          text={t`A group is a list of contacts you write to together: regulars, a class, everyone with a tag.`}
          action={newGroup}
        />
      }
    />
  )
}
