import type { Group } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Tabs } from '@mantine/core'
import { IconArrowLeft, IconDots, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import shared from '../../entities/group/Group.module.css'
import { groupBySid } from '../../entities/group/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTitle } from '../../ui/layout/use-title.ts'
import { useHasRoomForRail, useIsPhone } from '../../ui/layout/use-viewport.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { EditGroupModal, type GroupFilter } from './EditGroupModal.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { GroupNotes } from './GroupNotes.tsx'
import { GroupPerformance, GroupStats } from './GroupStats.tsx'
import classes from './Groups.module.css'
import { GroupThread } from './GroupThread.tsx'
import { MemberCount } from './use-group-columns.tsx'

/** A group: its messages and the send box, with members, notes and figures beside them. */
export function GroupScreen({ sid, filter }: { sid: string; filter: GroupFilter }) {
  const { t } = useLingui()
  const group = useQuery(groupBySid(sid))
  useTitle(group.data?.name ?? t`Group`)
  const code = errorCode(group.error)
  if (code === 'GroupNotFound' || code === 'InvalidInput') {
    return (
      <main style={{ height: '100%' }}>
        <EmptyState
          isScreen
          icon={<IconUsersGroup size={28} stroke={1.5} />}
          title={group.data ? t`This group was deleted` : t`We can’t find this group`}
          text={
            group.data
              ? t`Contacts, conversations, and what you sent stay.`
              : t`It was deleted, or you don’t have access to it.`
          }
          action={
            <Button size="xs" variant="default" component={Link} to="/groups">
              <Trans>Back to groups</Trans>
            </Button>
          }
        />
      </main>
    )
  }
  return (
    <main className={classes.screen}>
      <QueryState query={group} isScreen rows={6}>
        {(data) => <LoadedGroup group={data} filter={filter} />}
      </QueryState>
    </main>
  )
}

type GroupTab = 'messages' | 'members' | 'notes' | 'stats' | 'performance'

function LoadedGroup({ group, filter }: { group: Group; filter: GroupFilter }) {
  const hasRoomForPanel = useHasRoomForRail()
  const [tab, setTab] = useState<GroupTab>(hasRoomForPanel ? 'members' : 'messages')
  const tabs = (
    <GroupTabs
      tab={!hasRoomForPanel || tab !== 'messages' ? tab : 'members'}
      onTab={setTab}
      hasMessages={!hasRoomForPanel}
    />
  )
  const content = <GroupTabContent tab={hasRoomForPanel && tab === 'messages' ? 'members' : tab} group={group} />
  return (
    <>
      <div className={classes.main}>
        <GroupHead group={group} filter={filter} />
        {!hasRoomForPanel && tabs}
        {hasRoomForPanel || tab === 'messages' ? (
          <GroupThread group={group} />
        ) : (
          <div className={classes.side}>{content}</div>
        )}
      </div>
      {hasRoomForPanel && (
        <aside className={classes.side}>
          {tabs}
          {content}
        </aside>
      )}
    </>
  )
}

interface TabsProps {
  tab: GroupTab
  onTab: (tab: GroupTab) => void
  hasMessages: boolean
}

const TABS: readonly GroupTab[] = ['messages', 'members', 'notes', 'stats', 'performance']

function GroupTabs({ tab, onTab, hasMessages }: TabsProps) {
  const { t } = useLingui()
  const titles: Record<GroupTab, string> = {
    messages: t`Messages`,
    members: t`Members`,
    notes: t`Notes`,
    stats: t`Stats`,
    performance: t`Performance`,
  }
  return (
    <Tabs value={tab} onChange={(value) => onTab(TABS.find((each) => each === value) ?? 'members')}>
      <Tabs.List className={classes.tabList}>
        {TABS.filter((each) => hasMessages || each !== 'messages').map((each) => (
          <Tabs.Tab key={each} value={each} px="xs">
            {titles[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

function GroupTabContent({ tab, group }: { tab: GroupTab; group: Group }) {
  switch (tab) {
    case 'notes':
      return <GroupNotes sid={group.sid} />
    case 'stats':
      return <GroupStats sid={group.sid} />
    case 'performance':
      return <GroupPerformance sid={group.sid} />
    default:
      return <GroupMembers group={group} />
  }
}

function GroupHead({ group, filter }: { group: Group; filter: GroupFilter }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const locations = useLocations()
  const canAct = !useSession()?.viewingAs && group.canEdit
  const [isEditing, setIsEditing] = useState(false)
  const { sid, name, locationID } = group
  const remove = () =>
    confirm({
      title: t`Delete the group ${name}?`,
      text: t`Its notes are deleted too. Contacts, conversations, and what you sent stay. Messages still being sent to it stop.`,
      confirmLabel: t`Delete group`,
      act: async () => {
        await api.groups.delete({ sid })
        await navigate({ to: '/groups' })
      },
    })
  return (
    <header className={classes.head}>
      <ActionIcon size={isPhone ? 44 : 32} component={Link} to="/groups" aria-label={t`Back to groups`}>
        <IconArrowLeft size={18} />
      </ActionIcon>
      <div className={classes.heading}>
        <h1 className={classes.title} title={name}>
          {name}
        </h1>
        <span className={shared.soft}>
          <MemberCount group={group} />
          {group.isAddingMembers && (
            <>
              {' · '}
              <Trans>adding more…</Trans>
            </>
          )}
          {group.kind === 'dynamic' && (
            <>
              {' · '}
              {group.segmentName ? <Trans>follows {group.segmentName}</Trans> : <Trans>follows a filter</Trans>}
            </>
          )}
          {locations.length > 1 && (
            <>
              {' · '}
              {locations.find(({ id }) => id === locationID)?.name ?? <Trans>All locations</Trans>}
            </>
          )}
        </span>
      </div>
      {canAct && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon size={isPhone ? 44 : 32} aria-label={t`More`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setIsEditing(true)}>
              <Trans>Edit group…</Trans>
            </Menu.Item>
            <Menu.Item color="var(--fd-danger)" leftSection={<IconTrash size={16} />} onClick={remove}>
              <Trans>Delete group…</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isEditing && <EditGroupModal group={group} filter={filter} onClose={() => setIsEditing(false)} />}
    </header>
  )
}
