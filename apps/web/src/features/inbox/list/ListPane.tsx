import type { BulkAction, Conversation } from '@frontdesk/contract/api'
import { can, forList, hasFilters, type InboxSearch, toListFilter } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconEdit, IconLayoutSidebar, IconListCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useRef, useState } from 'react'
import { bulkActionsQuery } from '../../../entities/conversation/bulk-actions.ts'
import { entriesOf } from '../../../entities/conversation/list-membership.ts'
import { conversationList, conversationStats, messageThread } from '../../../entities/conversation/queries.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { errorCode } from '../../../lib/error-code.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useStableCallback } from '../../../lib/use-stable-callback.ts'
import { FailedState } from '../../../ui/FailedState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { lazyOnInteraction } from '../../../ui/lazy-on-interaction.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { extend, isSelecting, NOTHING, toggle, useSelection } from '../../../ui/selection.ts'
import { VirtualList } from '../../../ui/VirtualList.tsx'
import { FilterButton } from '../filters/FilterButton.tsx'
import { UnreadBox } from '../filters/UnreadBox.tsx'
import { useListContext } from '../list-context.ts'
import { useViewName } from '../rail/use-view-name.ts'
import { ConversationRow } from './ConversationRow.tsx'
import classes from './ListPane.module.css'
import { SearchField } from './SearchField.tsx'
import { useListKeys } from './use-list-keys.ts'
import { usePrefetchNeighbors } from './use-prefetch-neighbors.ts'

const FilterPanel = lazyOnInteraction(async () => (await import('../filters/FilterPanel.tsx')).FilterPanel)
const EmptyList = lazyWithRetry(async () => ({ default: (await import('./EmptyList.tsx')).EmptyList }))
const SearchResults = lazyWithRetry(async () => ({
  default: (await import('../search/SearchResults.tsx')).SearchResults,
}))
const BulkBar = lazyWithRetry(async () => ({ default: (await import('../selection/BulkBar.tsx')).BulkBar }))
const BulkProgress = lazyWithRetry(async () => ({
  default: (await import('../selection/BulkProgress.tsx')).BulkProgress,
}))
const FilterChips = lazyWithRetry(async () => ({ default: (await import('../filters/FilterChips.tsx')).FilterChips }))

const NONE: Conversation[] = []
const NO_ACTIONS: BulkAction[] = []
const sidsOf = (entries: readonly Conversation[]) => entries.map(({ sid }) => sid)
export const ROW_HEIGHT = 72
/** Somebody who means a row stays on it this long. */
const HOVERED_MS = 50

interface Props {
  search: InboxSearch
  sid: string | null
  onSearch: (search: InboxSearch) => void
  /** `isInstead`: in the place of the open one, which the back button does not return to. */
  onOpen: (sid: string, isInstead?: boolean) => void
  onNew: () => void
  /** Shows the inbox views; false where they stand beside the list. */
  onRail: (() => void) | false
  /** Loads the code that shows an open conversation. */
  preloadPanes: () => Promise<void>
}

export function ListPane({ search: present, sid, onSearch, onOpen, onNew, onRail, preloadPanes }: Props) {
  const { t } = useLingui()
  const search = forList(present)
  const isSearching = search.q !== undefined && search.find === undefined
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayWriteFirst = can(me, 'convos_create_new_conversations') && !isViewingAs
  const context = useListContext()
  const { locationId } = context
  const cache = useQueryClient()
  const locations = useLocations()
  const team = useTeammates()
  const isSplit = locations.length > 1 && !locationId
  const isOfClosed = search.tab === 'closed'
  const isOfAll = search.tab === 'all'
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined, isOfClosed)).data
  const filter = toListFilter(search, context)
  const query = useRouter().buildLocation({ to: '/conversations', search }).searchStr
  const list = useInfiniteQuery(conversationList(filter))
  const { selection, select } = useSelection(JSON.stringify(filter))
  const [isPicking, setIsPicking] = useState(false)
  const showsBoxes = isPicking || isSelecting(selection)
  const stopSelecting = () => {
    setIsPicking(false)
    select(NOTHING)
  }
  const bulkActions = useQuery(bulkActionsQuery).data ?? NO_ACTIONS
  const entries = useDeferredValue(entriesOf(list.data))
  // Where all are here they are counted: events come in, and the total of the answer stays as it was.
  const total = list.hasNextPage ? (list.data?.pages[0]?.paging.totalItems ?? null) : entries.length
  const isNarrowed = hasFilters(search) || search.unread === true || search.q !== undefined
  const viewName = useViewName(search)
  const isOfOneAssignee = filter.toUserIDs?.length === 1 && !filter.isUnassigned
  const searchField = useRef<HTMLInputElement>(null)
  const [isEnteringResults, setIsEnteringResults] = useState(false)
  const walked = isSearching ? NONE : entries
  const { cursor, setCursor, claimFocus, moveTo } = useListKeys({
    entries: walked,
    sid,
    searchField,
    selection,
    onSelect: select,
    onOpenInstead: (next) => onOpen(next, true),
    onNew: mayWriteFirst && onNew,
  })
  usePrefetchNeighbors(walked, cursor ?? sid, preloadPanes)

  const open = useStableCallback((opened: string) => onOpen(opened))
  // Loaded before it is opened, so that opening shows the messages at once.
  const fetchMessages = useStableCallback((near: string) => void cache.prefetchQuery(messageThread(near)))
  // A list that scrolls runs away under the pointer.
  const hovering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fetchHovered = useStableCallback((hovered: string) => {
    clearTimeout(hovering.current)
    hovering.current = setTimeout(fetchMessages, HOVERED_MS, hovered)
  })
  const toggleRow = useStableCallback((row: string, isRange: boolean) =>
    select(isRange ? extend(selection, row, sidsOf(entries)) : toggle(selection, row)),
  )

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  /** Of what is listed; of the other state only while nothing narrows the list. */
  const countOf = (isClosed: boolean) =>
    !isNarrowed && !isOfAll
      ? isClosed
        ? stats?.totalClosed
        : stats?.totalOpen
      : isClosed === isOfClosed && !isOfAll
        ? (total ?? undefined)
        : undefined

  return (
    <>
      <div className={classes.head}>
        {onRail && (
          <div className={classes.searchLine}>
            <button type="button" className={classes.view} aria-label={t`Inbox views: ${viewName}`} onClick={onRail}>
              <IconLayoutSidebar size={17} stroke={1.75} aria-hidden="true" />
              <span className={classes.viewName}>{viewName}</span>
              <IconChevronDown size={14} aria-hidden="true" />
            </button>
          </div>
        )}
        <div className={classes.searchLine}>
          <SearchField
            ref={searchField}
            term={search.q ?? ''}
            onSearch={(q) => onSearch({ ...search, q, find: q === undefined ? undefined : search.find })}
            onDown={(term) => {
              if (term !== '' && search.find === undefined) return setIsEnteringResults(true)
              const [first] = walked
              if (first) moveTo(first.sid)
            }}
          />
          {mayWriteFirst && (
            <ActionIcon
              variant="filled"
              color="indigo"
              size={36}
              aria-label={t`New message`}
              data-tip={t`New message (c)`}
              data-tip-at="below-left"
              onClick={onNew}
            >
              <IconEdit size={18} />
            </ActionIcon>
          )}
        </div>
        {!isSearching && (
          <div className={classes.filters}>
            <fieldset className={classes.tabs} aria-label={t`State`}>
              <Tab isOn={!isOfClosed} count={countOf(false)} onClick={() => onSearch({ ...search, tab: undefined })}>
                <Trans>Open</Trans>
              </Tab>
              <Tab
                isOn={isOfClosed || isOfAll}
                count={countOf(true)}
                onClick={() => onSearch({ ...search, tab: 'closed', waiting: undefined, snoozed: undefined })}
              >
                <Trans>Closed</Trans>
              </Tab>
            </fieldset>
            <div className={classes.tools}>
              <button
                type="button"
                className={classes.tool}
                aria-label={showsBoxes ? t`Done selecting` : t`Select conversations`}
                data-tip={showsBoxes ? undefined : t`Select (x)`}
                data-tip-at="below-left"
                onClick={() => (showsBoxes ? stopSelecting() : setIsPicking(true))}
              >
                <IconListCheck size={14} stroke={1.75} aria-hidden="true" />
                {showsBoxes ? <Trans>Done</Trans> : <Trans>Select</Trans>}
              </button>
              <FilterPanel
                search={search}
                onSearch={onSearch}
                trigger={(handlers) => <FilterButton search={search} {...handlers} />}
              />
            </div>
          </div>
        )}
        {!isSearching && (hasFilters(search) || isOfAll || search.asc || search.q) && (
          <Suspense>
            <FilterChips search={search} onSearch={onSearch} />
          </Suspense>
        )}
        {!isSearching && showsBoxes && (
          <Suspense>
            <BulkBar selection={selection} filter={filter} total={total} onSelect={select} onDone={stopSelecting} />
          </Suspense>
        )}
        {!isSearching && !showsBoxes && (
          <UnreadBox
            count={search.unread ? (total ?? undefined) : isNarrowed || isOfAll ? undefined : stats?.totalUnread}
            isOnlyUnread={search.unread === true}
            onChange={(isOnly) => onSearch({ ...search, unread: isOnly || undefined })}
          />
        )}
      </div>
      {isSearching ? (
        <Suspense fallback={<LoadingRows />}>
          <SearchResults
            search={search}
            query={query}
            sid={sid}
            openIndex={present.at}
            searchField={searchField}
            isEntering={isEnteringResults}
            onEntered={() => setIsEnteringResults(false)}
            onOpen={open}
            onSearch={onSearch}
          />
        </Suspense>
      ) : list.isPending ? (
        <LoadingRows />
      ) : list.isError && !list.data ? (
        <FailedState error={list.error} onRetry={errorCode(list.error) === 'Forbidden' ? undefined : list.refetch} />
      ) : entries.length === 0 ? (
        <Suspense>
          <EmptyList search={search} onSearch={onSearch} onNew={mayWriteFirst && onNew} />
        </Suspense>
      ) : (
        <VirtualList
          items={entries}
          itemKey={(conversation) => conversation.sid}
          rowHeight={ROW_HEIGHT}
          label={t`Conversations`}
          focusedKey={cursor}
          onNearEnd={loadMore}
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
                isCursor={conversation.sid === cursor}
                showsLocation={isSplit}
                isSelected={selection.isAll || selection.keys.has(conversation.sid)}
                isSelecting={showsBoxes}
                onFocus={setCursor}
                claimFocus={claimFocus}
                onOpen={open}
                onHover={fetchHovered}
                onNear={fetchMessages}
                onToggle={toggleRow}
              />
            )
          }}
          footer={
            list.isFetchingNextPage ? (
              <LoadingRows count={2} />
            ) : list.isFetchNextPageError ? (
              <div className={classes.more}>
                <Button variant="default" size="xs" onClick={() => fetchNextPage()}>
                  <Trans>Couldn’t load more. Retry</Trans>
                </Button>
              </div>
            ) : null
          }
        />
      )}
      {bulkActions.length > 0 && (
        <Suspense>
          <BulkProgress actions={bulkActions} />
        </Suspense>
      )}
    </>
  )
}

interface TabProps {
  isOn: boolean
  count: number | undefined
  onClick: () => void
  children: React.ReactNode
}

function Tab({ isOn, count, onClick, children }: TabProps) {
  const { i18n } = useLingui()
  return (
    <button type="button" className={classes.tab} aria-pressed={isOn} onClick={onClick}>
      {children}
      {count !== undefined && <span className={classes.count}>{i18n.number(count)}</span>}
    </button>
  )
}
