import { can, conversationRules, type InboxSearch, joinList, splitList } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import {
  IconClockPause,
  IconFolder,
  IconFolders,
  IconHourglass,
  IconInbox,
  IconSettings,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../lib/session/use-me.ts'
import { foldersOf, foldersQuery } from '../../lib/settings-queries.ts'
import { openModal } from '../../ui/modals.ts'
import classes from './InboxRail.module.css'
import { useListContext } from './list-context.ts'
import { conversationStats } from './queries.ts'
import { RailEntry } from './RailEntry.tsx'
import { ViewList } from './ViewList.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
}

/** Whose conversations, and which folder: with how many there are, and how many of them wait unread. */
export function InboxRail({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const seesOwnOnly = conversationRules.seeOwnOnly(me)
  const { locationId } = useListContext()
  const folders = foldersOf(useQuery(foldersQuery).data, locationId)
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined, search.tab === 'closed')).data
  const total = stats && (search.tab === 'closed' ? stats.totalClosed : stats.totalOpen)
  const [totals, unread] = [stats?.totals, stats?.unreadTotals]
  const unheld = (all: number | undefined, byUser: Record<string, number> | undefined) =>
    byUser && (all ?? 0) - Object.values(byUser).reduce((sum, n) => sum + n, 0)
  const shown = (n: number | undefined) => (n === undefined ? undefined : i18n.number(n))
  const inFolders = splitList(search.folder)

  const folderEntry = (folder: string | undefined) => onSearch({ ...search, folder })
  const whose = (to: string | undefined) => onSearch({ ...search, to })
  /** One of the two at a time, and of the open ones: what sleeps is not waited for, and what is closed does neither. */
  const toggle = (key: 'waiting' | 'snoozed') => {
    const { waiting: _waiting, snoozed: _snoozed, tab: _tab, ...rest } = search
    onSearch(search[key] ? rest : { ...rest, [key]: true })
  }
  return (
    <nav className={classes.root} aria-label={t`Folders`}>
      {!seesOwnOnly && (
        <RailEntry
          icon={<IconInbox size={16} stroke={1.75} />}
          isOn={!search.to}
          count={shown(total)}
          unread={stats?.totalUnread}
          onClick={() => whose(undefined)}
        >
          <Trans>Everybody’s</Trans>
        </RailEntry>
      )}
      <RailEntry
        icon={<IconUser size={16} stroke={1.75} />}
        isOn={search.to === 'me' || (seesOwnOnly && !search.to)}
        count={shown(totals && (totals.byUser[me.userId] ?? 0))}
        unread={unread?.byUser[me.userId]}
        onClick={() => whose(seesOwnOnly ? undefined : 'me')}
      >
        <Trans>Mine</Trans>
      </RailEntry>
      {can(me, 'convos_view_unassigned_conversations') && (
        <RailEntry
          icon={<IconUserQuestion size={16} stroke={1.75} />}
          isOn={search.to === 'none'}
          count={shown(unheld(total, totals?.byUser))}
          unread={unheld(stats?.totalUnread, unread?.byUser)}
          onClick={() => whose('none')}
        >
          <Trans>Unassigned</Trans>
        </RailEntry>
      )}
      <RailEntry
        icon={<IconHourglass size={16} stroke={1.75} />}
        isOn={search.waiting === true}
        count={shown(stats?.totalNeedsAnswer)}
        onClick={() => toggle('waiting')}
      >
        <Trans>Needs an answer</Trans>
      </RailEntry>
      <RailEntry
        icon={<IconClockPause size={16} stroke={1.75} />}
        isOn={search.snoozed === true}
        count={shown(stats?.totalSnoozed)}
        onClick={() => toggle('snoozed')}
      >
        <Trans>Snoozed</Trans>
      </RailEntry>
      <ViewList search={search} onSearch={onSearch} />
      <div className={classes.title}>
        <h2>
          <Trans>Folders</Trans>
        </h2>
        {can(me, 'admin_manage_settings') && (
          <ActionIcon
            size={24}
            aria-label={t`Manage folders`}
            data-tip={t`Manage folders`}
            data-tip-at="left"
            onClick={() => openModal('manage-folders', locationId ? { locationID: locationId } : {})}
          >
            <IconSettings size={15} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <RailEntry
        icon={<IconFolders size={16} stroke={1.75} />}
        isOn={inFolders.length === 0}
        onClick={() => folderEntry(undefined)}
      >
        <Trans>All folders</Trans>
      </RailEntry>
      {folders.map(({ folderKey, folderName }) => (
        <RailEntry
          key={folderKey}
          icon={<IconFolder size={16} stroke={1.75} />}
          isOn={inFolders.includes(folderKey)}
          count={shown(totals && (totals.byFolder[folderKey] ?? 0))}
          unread={unread?.byFolder[folderKey]}
          onClick={(isAdding) => {
            const others = inFolders.filter((key) => key !== folderKey)
            if (!isAdding) folderEntry(inFolders.length === 1 && others.length === 0 ? undefined : folderKey)
            else folderEntry(joinList(others.length < inFolders.length ? others : [...inFolders, folderKey]))
          }}
        >
          {folderName}
        </RailEntry>
      ))}
    </nav>
  )
}
