import type { ListFilter } from '@frontdesk/contract/api'
import { type BulkChange, can, conversationRules } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CloseButton, Menu } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconClockPause,
  IconClockPlay,
  IconDots,
  IconFolderShare,
  IconHourglassOff,
  IconMail,
  IconMailOpened,
  IconRotate,
  IconTag,
  IconUserShare,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode, Suspense, useState } from 'react'
import { bulkActionsQuery, putBulkAction } from '../../../entities/bulk-action/queries.ts'
import { foldersOf, foldersQuery } from '../../../entities/folder/queries.ts'
import { contactStatusesQuery } from '../../../entities/status/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { api } from '../../../lib/api.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { EVERYTHING, isSelecting, NOTHING, type Selection } from '../../../ui/list/selection.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import { useListContext } from '../list-context.ts'
import classes from './BulkBar.module.css'

const SnoozeModal = lazyWithRetry(async () => ({
  default: (await import('../../../entities/conversation/SnoozeModal.tsx')).SnoozeModal,
}))

interface Props {
  selection: Selection
  filter: ListFilter
  /** Number of matching conversations; null when it would take a full count. */
  total: number | null
  onSelect: (selection: Selection) => void
  /** Leaves selection mode. */
  onDone: () => void
}

interface BulkRequest {
  change: BulkChange
  folderKey?: string
  toUserID?: string | null
  statusKey?: string | null
  until?: string | null
}

/** Bulk actions for the selected conversations, or for all that match. */
export function BulkBar({ selection, filter, total, onSelect, onDone }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const { locationId } = useListContext()
  const team = useTeammates()
  const folders = foldersOf(useQuery(foldersQuery).data, filter.locationIDs?.[0] ?? locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const starting = useMutation({
    mutationFn: async (request: BulkRequest) => {
      const { orderBy: _by, orderByDesc: _desc, ...criteria } = filter
      const which = selection.isAll ? { criteria } : { sids: [...selection.keys] }
      return (await api.bulkActions.start({ ...request, ...which })).data
    },
    onSuccess: (action) => {
      cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, action))
      onDone()
    },
  })
  const [isSnoozing, setIsSnoozing] = useState(false)
  const act = (request: BulkRequest) => !starting.isPending && starting.mutate(request)
  const count = selection.keys.size
  const isOff = !isSelecting(selection)
  const isOfAll = filter.openCloseState === 'all'
  const isOfClosed = filter.isClosed && !isOfAll

  return (
    <section className={classes.root} aria-label={t`Selected conversations`}>
      <div className={classes.line}>
        <span className={classes.count} role="status">
          {selection.isAll ? (
            total === null ? (
              <Trans>Select all that match</Trans>
            ) : (
              <Trans>All {i18n.number(total)} that match</Trans>
            )
          ) : (
            <Plural value={count} one="# selected" other="# selected" />
          )}
        </span>
        {!selection.isAll && (
          <TextButton className={classes.all} onClick={() => onSelect(EVERYTHING)}>
            {total === null ? <Trans>Select all that match</Trans> : <Trans>Select all {i18n.number(total)}</Trans>}
          </TextButton>
        )}
        {!isOff && (
          <CloseButton size="sm" ml="auto" aria-label={t`Clear selection`} onClick={() => onSelect(NOTHING)} />
        )}
      </div>
      <div className={classes.actions}>
        {!isOfClosed && (
          <Act
            label={t`Close`}
            icon={<IconCircleCheck size={16} />}
            isOff={isOff}
            onClick={() => act({ change: 'close' })}
          />
        )}
        {(isOfClosed || isOfAll) && (
          <Act
            label={t`Reopen`}
            icon={<IconRotate size={16} />}
            isOff={isOff}
            onClick={() => act({ change: 'open' })}
          />
        )}
        <Choice
          label={t`Assign`}
          icon={<IconUserShare size={16} />}
          isOff={isOff}
          items={[
            { key: 'me', name: t`Assign to me`, request: { change: 'assign', toUserID: me.userId } },
            ...team
              .filter(({ userID }) => userID !== me.userId && conversationRules.assign(me, userID))
              .map(({ userID, userName }) => ({
                key: userID,
                name: userName,
                request: { change: 'assign' as const, toUserID: userID },
              })),
            { key: 'none', name: t`Unassign`, request: { change: 'assign', toUserID: null } },
          ]}
          onChoose={act}
        />
        {filter.isSnoozed ? (
          <Act
            label={t`Unsnooze`}
            icon={<IconClockPlay size={16} />}
            isOff={isOff}
            onClick={() => act({ change: 'unsnooze' })}
          />
        ) : (
          !isOfClosed && (
            <Act
              label={t`Snooze`}
              icon={<IconClockPause size={16} />}
              isOff={isOff}
              onClick={() => setIsSnoozing(true)}
            />
          )
        )}
        <Choice
          label={t`Folder`}
          icon={<IconFolderShare size={16} />}
          isOff={isOff}
          items={folders.map(({ folderKey, folderName }) => ({
            key: folderKey,
            name: folderName,
            request: { change: 'folder', folderKey },
          }))}
          onChoose={act}
        />
        {can(me, 'contacts_edit') && statuses.length > 0 && (
          <Choice
            label={t`Status`}
            icon={<IconTag size={16} />}
            isOff={isOff}
            items={[
              ...statuses.map(({ key, name }) => ({
                key,
                name,
                request: { change: 'status' as const, statusKey: key },
              })),
              { key: '', name: t`No status`, request: { change: 'status', statusKey: null } },
            ]}
            onChoose={act}
          />
        )}
        <Choice
          label={t`More`}
          icon={<IconDots size={16} />}
          isOff={isOff}
          items={[
            { key: 'read', name: t`Mark read`, icon: <IconMailOpened size={16} />, request: { change: 'read' } },
            {
              key: 'unread',
              name: t`Mark unread for everyone`,
              icon: <IconMail size={16} />,
              request: { change: 'unread' },
            },
            {
              key: 'handled',
              name: t`No reply needed`,
              icon: <IconHourglassOff size={16} />,
              request: { change: 'handled' },
            },
            {
              key: 'block',
              name: t`Block numbers`,
              icon: <IconBan size={16} />,
              isDangerous: true,
              request: { change: 'block' },
            },
          ]}
          onChoose={act}
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
  icon: ReactNode
  isOff: boolean
}

function Act({ label, icon, isOff, className = '', ...handlers }: ActProps & ComponentProps<'button'>) {
  return (
    <button type="button" className={`${classes.act} ${className}`} disabled={isOff} {...handlers}>
      {icon}
      {label}
    </button>
  )
}

interface ChoiceProps extends ActProps {
  items: { key: string; name: string; icon?: ReactNode; isDangerous?: boolean; request: BulkRequest }[]
  onChoose: (request: BulkRequest) => void
}

function Choice({ items, onChoose, ...act }: ChoiceProps) {
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Act {...act} />
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {items.map(({ key, name, icon, isDangerous, request }) => (
          <Fragment key={key}>
            {isDangerous && <Menu.Divider />}
            <Menu.Item leftSection={icon} {...(isDangerous && { color: 'red.9' })} onClick={() => onChoose(request)}>
              {name}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
