import type { ListFilter } from '@frontdesk/contract/api'
import { type BulkChange, can, conversationRules } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
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
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { foldersOf, foldersQuery } from '../../../entities/folder/queries.ts'
import { contactStatusesQuery } from '../../../entities/status/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useListContext } from '../list-context.ts'

export interface BulkRequest {
  change: BulkChange
  folderKey?: string
  toUserID?: string | null
  statusKey?: string | null
  until?: string | null
}

export interface BulkOffer {
  label: string
  icon: ReactNode
  /** A press starts it, opens what it has to know first, or offers several values. */
  press: BulkRequest | (() => void) | { key: string; label: string; request: BulkRequest }[]
  /** In the menu of rarely used changes. */
  isInMenu?: boolean
  isDangerous?: boolean
}

interface Options {
  filter: ListFilter
  onSnooze: () => void
}

/** The bulk bar’s offer for each change, in display order; null if it does nothing in this list or is not permitted. */
export function useBulkOffers({ filter, onSnooze }: Options): { [Change in BulkChange]: BulkOffer | null } {
  const { t } = useLingui()
  const me = useMe()
  const { locationId } = useListContext()
  const team = useTeammates()
  const folders = foldersOf(useQuery(foldersQuery).data, filter.locationIDs?.[0] ?? locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const isOfAll = filter.openCloseState === 'all'
  const isOfClosed = filter.isClosed && !isOfAll
  const assignees = team.filter(({ userID }) => userID !== me.userId && conversationRules.assign(me, userID))
  return {
    close: isOfClosed ? null : { label: t`Close`, icon: <IconCircleCheck size={16} />, press: { change: 'close' } },
    open:
      isOfClosed || isOfAll ? { label: t`Reopen`, icon: <IconRotate size={16} />, press: { change: 'open' } } : null,
    assign: {
      label: t`Assign`,
      icon: <IconUserShare size={16} />,
      press: [
        { key: 'me', label: t`Assign to me`, request: { change: 'assign', toUserID: me.userId } },
        ...assignees.map(({ userID, userName }) => ({
          key: userID,
          label: userName,
          request: { change: 'assign' as const, toUserID: userID },
        })),
        { key: 'none', label: t`Unassign`, request: { change: 'assign', toUserID: null } },
      ],
    },
    unsnooze: filter.isSnoozed
      ? { label: t`Unsnooze`, icon: <IconClockPlay size={16} />, press: { change: 'unsnooze' } }
      : null,
    snooze:
      filter.isSnoozed || isOfClosed ? null : { label: t`Snooze`, icon: <IconClockPause size={16} />, press: onSnooze },
    folder: {
      label: t`Folder`,
      icon: <IconFolderShare size={16} />,
      press: folders.map(({ folderKey, folderName }) => ({
        key: folderKey,
        label: folderName,
        request: { change: 'folder', folderKey },
      })),
    },
    status:
      can(me, 'contacts_edit') && statuses.length > 0
        ? {
            label: t`Status`,
            icon: <IconTag size={16} />,
            press: [
              ...statuses.map(({ key, name }) => ({
                key,
                label: name,
                request: { change: 'status' as const, statusKey: key },
              })),
              { key: '', label: t`No status`, request: { change: 'status', statusKey: null } },
            ],
          }
        : null,
    read: { label: t`Mark read`, icon: <IconMailOpened size={16} />, press: { change: 'read' }, isInMenu: true },
    unread: {
      label: t`Mark unread for everyone`,
      icon: <IconMail size={16} />,
      press: { change: 'unread' },
      isInMenu: true,
    },
    handled: {
      label: t`No reply needed`,
      icon: <IconHourglassOff size={16} />,
      press: { change: 'handled' },
      isInMenu: true,
    },
    block: {
      label: t`Block numbers`,
      icon: <IconBan size={16} />,
      press: { change: 'block' },
      isInMenu: true,
      isDangerous: true,
    },
  }
}
