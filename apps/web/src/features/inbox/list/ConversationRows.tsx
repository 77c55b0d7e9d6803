import { useLingui } from '@lingui/react/macro'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { messageThread } from '../../../entities/conversation/queries.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { errorCode } from '../../../lib/error-code.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useStableCallback } from '../../../lib/use-stable-callback.ts'
import { LoadMoreFailed } from '../../../ui/list/LoadMoreFailed.tsx'
import { extend, isSelected, toggle } from '../../../ui/list/selection.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { FailedState } from '../../../ui/state/FailedState.tsx'
import { LoadingRows } from '../../../ui/state/LoadingRows.tsx'
import { CONVERSATION_ROW_HEIGHT, ConversationRow } from './ConversationRow.tsx'
import type { ConversationListModel } from './use-conversation-list.ts'
import type { useListKeys } from './use-list-keys.ts'

/** The pointer rests on a row this long before its messages are prefetched; a scrolling list moves under it. */
const HOVER_MS = 50

interface Props {
  conversations: ConversationListModel
  keys: ReturnType<typeof useListKeys>
  /** The list's query string, which links to its conversations keep. */
  query: string
  sid: string | null
  /** Stable, for the memoized rows. */
  onOpen: (sid: string) => void
  /** Shown while nothing is listed. */
  empty: ReactNode
}

/** The conversations of the list. */
export function ConversationRows({ conversations, keys, query, sid, onOpen, empty }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const locations = useLocations()
  const team = useTeammates()
  const { list, entries, filter, locationId, selection, select, showsBoxes } = conversations
  const isSplit = locations.length > 1 && !locationId
  const isOfOneAssignee = filter.toUserIDs?.length === 1 && !filter.isUnassigned

  // Loaded before it is opened, so that opening shows the messages at once.
  const prefetch = useStableCallback((near: string) => void cache.prefetchQuery(messageThread(near)))
  const prefetchHovered = useDebouncedCallback(prefetch, HOVER_MS)
  const toggleRow = useStableCallback((row: string, isRange: boolean) => {
    const order = entries.map((entry) => entry.sid)
    select(isRange ? extend(selection, row, order) : toggle(selection, row))
  })

  if (list.isPending) return <LoadingRows />
  if (list.isError && !list.data) {
    return <FailedState error={list.error} onRetry={errorCode(list.error) === 'Forbidden' ? undefined : list.refetch} />
  }
  if (entries.length === 0) return <Suspense>{empty}</Suspense>
  return (
    <VirtualList
      items={entries}
      itemKey={(conversation) => conversation.sid}
      rowHeight={CONVERSATION_ROW_HEIGHT}
      label={t`Conversations`}
      focusedKey={keys.cursor}
      onNearEnd={conversations.loadMore}
      renderItem={(conversation) => {
        const { toUserID, toUserName, locationID } = conversation.attributes
        return (
          <ConversationRow
            conversation={conversation}
            query={query}
            userId={me.userId}
            location={locations.find(({ id }) => id === locationID)}
            assigneeName={isOfOneAssignee ? null : toUserName}
            assigneeImage={team.find(({ userID }) => userID === toUserID)?.profileUrl ?? null}
            isOpen={conversation.sid === sid}
            isCursor={conversation.sid === keys.cursor}
            showsLocation={isSplit}
            isSelected={isSelected(selection, conversation.sid)}
            isSelecting={showsBoxes}
            onFocus={keys.setCursor}
            claimFocus={keys.claimFocus}
            onOpen={onOpen}
            onHover={prefetchHovered}
            onNear={prefetch}
            onToggle={toggleRow}
          />
        )
      }}
      footer={
        list.isFetchingNextPage ? (
          <LoadingRows count={2} />
        ) : list.isFetchNextPageError ? (
          <LoadMoreFailed onRetry={list.fetchNextPage} />
        ) : null
      }
    />
  )
}
