import type { ListFilter } from '@frontdesk/contract'
import { type BulkChange, can, conversationRules } from '@frontdesk/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, CloseButton, Menu } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconClockPause,
  IconClockPlay,
  IconFolderShare,
  IconHourglassOff,
  IconMail,
  IconMailOpened,
  IconRotate,
  IconTag,
  IconUserShare,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { contactStatusesQuery, foldersOf, foldersQuery } from '../../lib/settings-queries.ts'
import { useTeammates } from '../../lib/teammates.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { lazyCode } from '../../ui/when-online.ts'
import classes from './BulkBar.module.css'
import { useListContext } from './list-context.ts'
import { bulkActionsQuery, putBulkAction } from './queries.ts'
import { NOTHING, type Selection } from './selection.ts'

const SnoozeModal = lazyCode(async () => ({ default: (await import('./panel/SnoozeModal.tsx')).SnoozeModal }))

interface Props {
  selection: Selection
  filter: ListFilter
  /** Of all that match; null where only a full count could tell. */
  total: number | null
  onSelect: (selection: Selection) => void
}

interface Wanted {
  change: BulkChange
  folderKey?: string
  toUserID?: string | null
  statusKey?: string | null
  until?: string | null
}

/** What can be done with the selected conversations, or with all that match. */
export function BulkBar({ selection, filter, total, onSelect }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const { locationId } = useListContext()
  const team = useTeammates()
  const folders = foldersOf(useQuery(foldersQuery).data, filter.locationIDs?.[0] ?? locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const starting = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const { orderBy: _by, orderByDesc: _desc, ...criteria } = filter
      const which = selection.isAll ? { criteria } : { sids: [...selection.sids] }
      return (await api.bulkActions.start({ ...wanted, ...which })).data
    },
    onSuccess: (action) => {
      cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, action))
      onSelect(NOTHING)
    },
  })
  const [isSnoozing, setIsSnoozing] = useState(false)
  const act = (wanted: Wanted) => !starting.isPending && starting.mutate(wanted)
  const count = selection.sids.size
  const isOfAll = filter.openCloseState === 'all'
  const isOfClosed = filter.isClosed && !isOfAll

  return (
    <section className={classes.root} aria-label={t`Selected conversations`}>
      <div className={classes.line}>
        <span className={classes.count} role="status">
          {selection.isAll ? (
            total === null ? (
              <Trans>All that match</Trans>
            ) : (
              <Trans>All {i18n.number(total)} that match</Trans>
            )
          ) : (
            <Plural value={count} one="# selected" other="# selected" />
          )}
        </span>
        {!selection.isAll && (
          <TextButton className={classes.all} onClick={() => onSelect({ sids: new Set(), isAll: true, anchor: null })}>
            {total === null ? <Trans>Select all that match</Trans> : <Trans>Select all {i18n.number(total)}</Trans>}
          </TextButton>
        )}
        <CloseButton size="sm" ml="auto" aria-label={t`Clear the selection`} onClick={() => onSelect(NOTHING)} />
      </div>
      <div className={classes.actions}>
        {!isOfClosed && (
          <Act label={t`Close`} icon={<IconCircleCheck size={17} />} onClick={() => act({ change: 'close' })} />
        )}
        {(isOfClosed || isOfAll) && (
          <Act label={t`Reopen`} icon={<IconRotate size={17} />} onClick={() => act({ change: 'open' })} />
        )}
        <Choice
          label={t`Move into folder`}
          word={t`Folder`}
          icon={<IconFolderShare size={17} />}
          items={folders.map(({ folderKey, folderName }) => ({
            key: folderKey,
            name: folderName,
            wanted: { change: 'folder', folderKey },
          }))}
          onChoose={act}
        />
        <Choice
          label={t`Assign`}
          icon={<IconUserShare size={17} />}
          items={[
            { key: 'me', name: t`Me`, wanted: { change: 'assign', toUserID: me.userId } },
            { key: 'none', name: t`Nobody`, wanted: { change: 'assign', toUserID: null } },
            ...team
              .filter(({ userID }) => userID !== me.userId && conversationRules.assign(me, userID))
              .map(({ userID, userName }) => ({
                key: userID,
                name: userName,
                wanted: { change: 'assign' as const, toUserID: userID },
              })),
          ]}
          onChoose={act}
        />
        {can(me, 'contacts_edit') && statuses.length > 0 && (
          <Choice
            label={t`Set status`}
            word={t`Status`}
            icon={<IconTag size={17} />}
            items={[
              ...statuses.map(({ key, name }) => ({
                key,
                name,
                wanted: { change: 'status' as const, statusKey: key },
              })),
              { key: '', name: t`No status`, wanted: { change: 'status', statusKey: null } },
            ]}
            onChoose={act}
          />
        )}
        {filter.isSnoozed ? (
          <Act
            label={t`Wake now`}
            word={t`Wake`}
            icon={<IconClockPlay size={17} />}
            onClick={() => act({ change: 'wake' })}
          />
        ) : (
          !isOfClosed && (
            <Act label={t`Snooze`} icon={<IconClockPause size={17} />} onClick={() => setIsSnoozing(true)} />
          )
        )}
        <Act
          label={t`Mark read`}
          word={t`Read`}
          icon={<IconMailOpened size={17} />}
          onClick={() => act({ change: 'read' })}
        />
        <Act
          label={t`Handled without a reply`}
          word={t`Handled`}
          icon={<IconHourglassOff size={17} />}
          onClick={() => act({ change: 'handled' })}
        />
        <Act
          label={t`Mark unread for everybody`}
          word={t`Unread`}
          icon={<IconMail size={17} />}
          onClick={() => act({ change: 'unread' })}
        />
        <Act
          label={t`Block all their numbers`}
          word={t`Block`}
          icon={<IconBan size={17} />}
          onClick={() => act({ change: 'block' })}
        />
      </div>
      <ErrorText error={starting.error} />
      {isSnoozing && (
        <Suspense>
          <SnoozeModal
            title={t`Snooze conversations`}
            save={(until) => starting.mutateAsync({ change: 'snooze', until })}
            onClose={() => setIsSnoozing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface ActProps {
  label: string
  /** The label in one word, one of its own; the label itself where it is one. */
  word?: string
  icon: ReactNode
}

function Act({ label, word = label, icon, className = '', ...handlers }: ActProps & ComponentProps<'button'>) {
  return (
    <ActionIcon
      size={32}
      className={`${classes.act} ${className}`}
      aria-label={label}
      data-tip={label}
      data-tip-at="below"
      {...handlers}
    >
      {icon}
      <span className={classes.word}>{word}</span>
    </ActionIcon>
  )
}

interface ChoiceProps extends ActProps {
  items: { key: string; name: string; wanted: Wanted }[]
  onChoose: (wanted: Wanted) => void
}

function Choice({ items, onChoose, ...act }: ChoiceProps) {
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Act {...act} />
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {items.map(({ key, name, wanted }) => (
          <Menu.Item key={key} onClick={() => onChoose(wanted)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
