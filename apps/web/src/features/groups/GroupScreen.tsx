import type { Group } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Tabs } from '@mantine/core'
import { IconArrowLeft, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { groupBySid } from '../../entities/group/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTitle } from '../../ui/layout/use-title.ts'
import { useHasRoomForRail, useIsPhone } from '../../ui/layout/use-viewport.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { EditGroupModal } from './EditGroupModal.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { GroupNotes } from './GroupNotes.tsx'
import { GroupPerformance, GroupStats } from './GroupStats.tsx'
import classes from './Groups.module.css'
import { GroupThread } from './GroupThread.tsx'
import { MemberCount } from './use-group-columns.tsx'

/** A group: its messages and the send box, with members, notes and figures beside them. */
export function GroupScreen({ sid }: { sid: string }) {
  const { t } = useLingui()
  const group = useQuery(groupBySid(sid))
  useTitle(group.data?.name ?? t`Group`)
  return (
    <main className={classes.screen}>
      <QueryState query={group} isScreen rows={6}>
        {(data) => <LoadedGroup group={data} />}
      </QueryState>
    </main>
  )
}

type GroupTab = 'messages' | 'members' | 'notes' | 'stats' | 'performance'

function LoadedGroup({ group }: { group: Group }) {
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
        <GroupHead group={group} />
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

function GroupHead({ group }: { group: Group }) {
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
        <h1 className={classes.title}>{name}</h1>
        <span className={classes.soft}>
          <MemberCount group={group} />
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
      {isEditing && <EditGroupModal group={group} onClose={() => setIsEditing(false)} />}
    </header>
  )
}
