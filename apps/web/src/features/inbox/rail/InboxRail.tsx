import { can, conversationRules, type InboxSearch } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconClockPause,
  IconFolder,
  IconHourglass,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconSettings,
  IconTag,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { conversationStats } from '../../../entities/conversation/queries.ts'
import { undeliveredCount } from '../../../entities/conversation/undelivered-queries.ts'
import { foldersOf, foldersQuery } from '../../../entities/folder/queries.ts'
import { chosenLocation } from '../../../entities/location/chosen-location.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { contactStatusesQuery } from '../../../entities/status/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { viewsQuery } from '../../../entities/view/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import { openModal } from '../../../ui/modal/modals.ts'
import { useListContext } from '../list-context.ts'
import classes from './InboxRail.module.css'
import { RailEntry } from './RailEntry.tsx'
import { RailSection } from './RailSection.tsx'
import { type RailKey, selectedInRail } from './rail-selection.ts'
import { ViewList } from './ViewList.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
  /** Absent in a sheet, which has its own button. */
  onHide?: () => void
}

const icon = { size: 16, stroke: 1.75 } as const

/** The views of the inbox, each with its number of conversations and of unread ones. */
export function InboxRail({ search, onSearch, onHide }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const navigate = useNavigate()
  const seesOwnOnly = conversationRules.seeOwnOnly(me)
  const seesOthers = can(me, 'convos_view_assigned_to_others')
  const { locationId } = useListContext()
  const isOfClosed = search.tab === 'closed'
  const folders = foldersOf(useQuery(foldersQuery).data, locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const views = useQuery(viewsQuery).data ?? []
  const team = useTeammates()
  const locations = useLocations()
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined, isOfClosed)).data
  const undelivered = useQuery(undeliveredCount(locationId)).data ?? 0
  const total = stats && (isOfClosed ? stats.totalClosed : stats.totalOpen)
  const [totals, unread] = [stats?.totals, stats?.unreadTotals]
  const unassigned = (all: number | undefined, byUser: Record<string, number> | undefined) =>
    byUser && (all ?? 0) - Object.values(byUser).reduce((sum, n) => sum + n, 0)
  /** An empty view shows no number. */
  const shown = (n: number | undefined) => (n ? i18n.number(n) : undefined)
  const selected = selectedInRail(search, views, seesOwnOnly)
  const isOn = (key: RailKey) => selected === key
  /** A view replaces the filters of the list, but keeps open or closed. */
  const goTo = (view: InboxSearch) => onSearch({ ...(search.tab && { tab: search.tab }), ...view })
  const holders = team.filter(({ userID }) => userID !== me.userId && (totals?.byUser[userID] ?? 0) > 0)
  const statusesInUse = statuses.filter(({ key }) => (totals?.byStatus[key] ?? 0) > 0)

  return (
    <nav className={classes.root} aria-label={t`Inbox views`}>
      {onHide && (
        <div className={classes.head}>
          <h2>
            <Trans>Inbox</Trans>
          </h2>
          <ActionIcon
            size={28}
            aria-label={t`Hide inbox views`}
            data-tip={t`Hide inbox views`}
            data-tip-at="below-left"
            onClick={onHide}
          >
            <IconLayoutSidebarLeftCollapse size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      )}
      <RailEntry
        icon={<IconUser {...icon} />}
        isOn={isOn('mine')}
        count={shown(totals && (totals.byUser[me.userId] ?? 0))}
        unread={unread?.byUser[me.userId]}
        onClick={() => goTo(seesOwnOnly ? {} : { to: 'me' })}
      >
        <Trans>Mine</Trans>
      </RailEntry>
      {can(me, 'convos_view_unassigned_conversations') && (
        <RailEntry
          icon={<IconUserQuestion {...icon} />}
          isOn={isOn('unassigned')}
          count={shown(unassigned(total, totals?.byUser))}
          unread={unassigned(stats?.totalUnread, unread?.byUser)}
          onClick={() => goTo({ to: 'none' })}
        >
          <Trans>Unassigned</Trans>
        </RailEntry>
      )}
      {!seesOwnOnly && (
        <RailEntry
          icon={<IconInbox {...icon} />}
          isOn={isOn('all')}
          count={shown(total)}
          unread={stats?.totalUnread}
          onClick={() => goTo({})}
        >
          <Trans>All</Trans>
        </RailEntry>
      )}
      <RailEntry
        icon={<IconHourglass {...icon} />}
        isOn={isOn('waiting')}
        count={shown(stats?.totalNeedsAnswer)}
        onClick={() => onSearch({ waiting: true })}
      >
        <Trans>Waiting for a reply</Trans>
      </RailEntry>
      <RailEntry
        icon={<IconClockPause {...icon} />}
        isOn={isOn('snoozed')}
        count={shown(stats?.totalSnoozed)}
        onClick={() => onSearch({ snoozed: true })}
      >
        <Trans>Snoozed</Trans>
      </RailEntry>
      <RailEntry
        icon={<IconAlertTriangle {...icon} />}
        isOn={false}
        isAlarming={undelivered > 0}
        count={shown(undelivered)}
        onClick={() => void navigate({ to: '/undelivered' })}
      >
        <Trans>Undelivered</Trans>
      </RailEntry>
      <ViewList views={views} selected={selected} onSearch={onSearch} />
      <RailSection
        id="folders"
        title={t`Folders`}
        action={
          can(me, 'admin_manage_settings') && (
            <ActionIcon
              size={24}
              aria-label={t`Manage folders`}
              data-tip={t`Manage folders`}
              data-tip-at="left"
              onClick={() => openModal('manage-folders', locationId ? { locationID: locationId } : {})}
            >
              <IconSettings size={15} stroke={1.75} />
            </ActionIcon>
          )
        }
      >
        {folders.map(({ folderKey, folderName }) => (
          <RailEntry
            key={folderKey}
            icon={<IconFolder {...icon} />}
            isOn={isOn(`folder:${folderKey}`)}
            count={shown(totals && (totals.byFolder[folderKey] ?? 0))}
            unread={unread?.byFolder[folderKey]}
            onClick={() => goTo({ folder: folderKey })}
          >
            {folderName}
          </RailEntry>
        ))}
      </RailSection>
      {seesOthers && holders.length > 0 && (
        <RailSection id="teammates" title={t`Teammates`} isFoldedAtFirst>
          {holders.map(({ userID, userName, profileUrl }) => (
            <RailEntry
              key={userID}
              icon={<Avatar name={userName} colorKey={userID} image={profileUrl} size={18} />}
              isOn={isOn(`user:${userID}`)}
              count={shown(totals?.byUser[userID])}
              unread={unread?.byUser[userID]}
              onClick={() => goTo({ to: userID })}
            >
              {userName}
            </RailEntry>
          ))}
        </RailSection>
      )}
      {statusesInUse.length > 0 && (
        <RailSection id="statuses" title={t`Contact statuses`} isFoldedAtFirst>
          {statusesInUse.map(({ key, name }) => (
            <RailEntry
              key={key}
              icon={<IconTag {...icon} />}
              isOn={isOn(`status:${key}`)}
              count={shown(totals?.byStatus[key])}
              unread={unread?.byStatus[key]}
              onClick={() => goTo({ status: key })}
            >
              {name}
            </RailEntry>
          ))}
        </RailSection>
      )}
      {locations.length > 1 && locationId === null && (
        <RailSection id="locations" title={t`Locations`} isFoldedAtFirst>
          {locations.map(({ id, name }) => (
            <RailEntry
              key={id}
              icon={<IconBuildingStore {...icon} />}
              isOn={false}
              count={shown(totals && (totals.byLocation[id] ?? 0))}
              unread={unread?.byLocation[id]}
              onClick={() => chosenLocation.set(id)}
            >
              {name}
            </RailEntry>
          ))}
        </RailSection>
      )}
    </nav>
  )
}
