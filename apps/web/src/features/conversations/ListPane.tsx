import {
  type BulkAction,
  type Conversation,
  can,
  forList,
  hasFilters,
  type InboxSearch,
  toListFilter,
} from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import {
  IconChecklist,
  IconEdit,
  IconFilter,
  IconFilterFilled,
  IconFolders,
  IconMail,
  IconSearch,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorCode } from '../../lib/error-code.ts'
import { useLocations } from '../../lib/locations.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useSteady } from '../../lib/use-steady.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { lazyCode } from '../../ui/when-online.ts'
import { ConversationRow } from './ConversationRow.tsx'
import classes from './ListPane.module.css'
import { useListContext } from './list-context.ts'
import { entriesOf } from './list-membership.ts'
import { bulkActionsQuery, conversationList, conversationStats, messageThread } from './queries.ts'
import { extend, isSelecting, NOTHING, toggle, useSelection } from './selection.ts'
import { useFetchAhead } from './use-fetch-ahead.ts'
import { useListKeys } from './use-list-keys.ts'

const FilterPanel = onDemand(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const EmptyList = lazyCode(async () => ({ default: (await import('./EmptyList.tsx')).EmptyList }))
const MessageHits = lazyCode(async () => ({ default: (await import('./MessageHits.tsx')).MessageHits }))
const BulkBar = lazyCode(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }))
const BulkProgress = lazyCode(async () => ({ default: (await import('./BulkProgress.tsx')).BulkProgress }))
const FilterChips = lazyCode(async () => ({ default: (await import('./FilterChips.tsx')).FilterChips }))

const NONE: Conversation[] = []
const NO_ACTIONS: BulkAction[] = []
const sidsOf = (entries: readonly Conversation[]) => entries.map(({ sid }) => sid)
const SEARCH_AFTER_MS = 200
const ROW_HEIGHT = 72
/** Somebody who means a row stays on it this long. */
const HOVERED_MS = 50

interface Props {
  search: InboxSearch
  sid: string | null
  onSearch: (search: InboxSearch) => void
  onOpen: (sid: string) => void
  onNew: () => void
  /** Shows the folders, or hides them. */
  onFolders: () => void
}

export function ListPane({ search: present, sid, onSearch, onOpen, onNew, onFolders }: Props) {
  const { t, i18n } = useLingui()
  const search = forList(present)
  const findsMessages = search.find === 'messages' && search.q !== undefined
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayWriteFirst = can(me, 'convos_create_new_conversations') && !isViewingAs
  const context = useListContext()
  const { locationId } = context
  const cache = useQueryClient()
  const locations = useLocations()
  const isSplit = locations.length > 1 && !locationId
  const isOfClosed = search.tab === 'closed'
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined, isOfClosed)).data
  const filter = toListFilter(search, context)
  const query = useRouter().buildLocation({ to: '/conversations', search }).searchStr
  const list = useInfiniteQuery(conversationList(filter))
  const { selection, select } = useSelection(JSON.stringify(filter))
  const [isPicking, setIsPicking] = useState(false)
  const showsBoxes = isPicking || isSelecting(selection)
  const bulkActions = useQuery(bulkActionsQuery).data ?? NO_ACTIONS
  const entries = useDeferredValue(entriesOf(list.data))
  // Where all are here they are counted: events come in, and the total of the answer stays as it was.
  const total = list.hasNextPage ? (list.data?.pages[0]?.paging.totalItems ?? null) : entries.length
  const searchField = useRef<HTMLInputElement>(null)
  const { cursor, setCursor, claimFocus } = useListKeys({
    entries: findsMessages ? NONE : entries,
    sid,
    searchField,
    selection,
    onSelect: select,
    onNew: mayWriteFirst && onNew,
  })
  useFetchAhead(findsMessages ? NONE : entries, cursor ?? sid)

  const open = useSteady(onOpen)
  // Loaded before it is opened, so that opening shows the messages at once.
  const fetchMessages = useSteady((near: string) => void cache.prefetchQuery(messageThread(near)))
  // A list that scrolls runs away under the pointer.
  const hovering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fetchHovered = useSteady((hovered: string) => {
    clearTimeout(hovering.current)
    hovering.current = setTimeout(fetchMessages, HOVERED_MS, hovered)
  })
  const toggleRow = useSteady((row: string, isRange: boolean) =>
    select(isRange ? extend(selection, row, sidsOf(entries)) : toggle(selection, row)),
  )

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }

  return (
    <>
      <div className={classes.head}>
        <div className={classes.searchLine}>
          <ActionIcon
            size={36}
            aria-label={t`Folders`}
            data-tip={t`Folders`}
            data-tip-at="below-right"
            onClick={onFolders}
          >
            <IconFolders size={18} stroke={1.75} />
          </ActionIcon>
          <SearchField ref={searchField} term={search.q ?? ''} onSearch={(q) => onSearch(withTerm(search, q))} />
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
        {search.q !== undefined && (
          <fieldset className={classes.tabs} aria-label={t`Search in`}>
            <Tab isOn={!findsMessages} count={undefined} onClick={() => onSearch({ ...search, find: undefined })}>
              <Trans>Names and phones</Trans>
            </Tab>
            <Tab isOn={findsMessages} count={undefined} onClick={() => onSearch({ ...search, find: 'messages' })}>
              <Trans>Messages</Trans>
            </Tab>
          </fieldset>
        )}
        {!findsMessages && (
          <div className={classes.filters}>
            <fieldset className={classes.tabs} aria-label={t`State`}>
              <Tab isOn={!isOfClosed} count={stats?.totalOpen} onClick={() => onSearch({ ...search, tab: undefined })}>
                <Trans>Open</Trans>
              </Tab>
              <Tab
                isOn={isOfClosed || search.tab === 'all'}
                count={stats?.totalClosed}
                onClick={() => onSearch({ ...search, tab: 'closed' })}
              >
                <Trans>Closed</Trans>
              </Tab>
            </fieldset>
            <button
              type="button"
              className={classes.unread}
              aria-pressed={search.unread === true}
              onClick={() => onSearch({ ...search, unread: search.unread ? undefined : true })}
            >
              <IconMail size={14} />
              <Trans>Unread</Trans>
              {stats !== undefined && stats.totalUnread > 0 && (
                <span className={classes.count} data-unread>
                  {i18n.number(stats.totalUnread)}
                </span>
              )}
            </button>
            <ActionIcon
              size={28}
              aria-label={t`Select conversations`}
              data-tip={t`Select (x)`}
              data-tip-at="below-left"
              aria-pressed={showsBoxes}
              onClick={() => {
                setIsPicking(!showsBoxes)
                if (showsBoxes) select(NOTHING)
              }}
            >
              <IconChecklist size={16} stroke={1.75} />
            </ActionIcon>
            <FilterPanel
              search={search}
              onSearch={onSearch}
              trigger={(handlers) => (
                <ActionIcon aria-label={t`Filters`} aria-haspopup="dialog" size={28} {...handlers}>
                  {hasFilters(search) ? <IconFilterFilled size={16} /> : <IconFilter size={16} stroke={1.75} />}
                </ActionIcon>
              )}
            />
          </div>
        )}
        {!findsMessages && (hasFilters(search) || search.tab === 'all' || search.asc) && (
          <Suspense>
            <FilterChips search={search} onSearch={onSearch} />
          </Suspense>
        )}
        {!findsMessages && isSelecting(selection) && (
          <Suspense>
            <BulkBar selection={selection} filter={filter} total={total} onSelect={select} />
          </Suspense>
        )}
      </div>
      {findsMessages ? (
        <Suspense fallback={<LoadingRows />}>
          <MessageHits search={search} sid={sid} openIndex={present.at} searchField={searchField} />
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
          renderItem={(conversation) => (
            <ConversationRow
              conversation={conversation}
              query={query}
              userId={me.userId}
              location={locations.find(({ id }) => id === conversation.attributes.locationID)}
              isOpen={conversation.sid === sid}
              isCursor={conversation.sid === cursor}
              showsLocation={isSplit}
              isSelected={selection.isAll || selection.sids.has(conversation.sid)}
              isSelecting={showsBoxes}
              onFocus={setCursor}
              claimFocus={claimFocus}
              onOpen={open}
              onHover={fetchHovered}
              onNear={fetchMessages}
              onToggle={toggleRow}
            />
          )}
          footer={
            list.isFetchingNextPage ? (
              <LoadingRows count={2} />
            ) : list.isFetchNextPageError ? (
              <div className={classes.more}>
                <Button variant="default" size="xs" onClick={() => fetchNextPage()}>
                  <Trans>Loading more failed. Try again</Trans>
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

/** Without a term there is nothing to look for in messages. */
const withTerm = (search: InboxSearch, q: string | undefined): InboxSearch => ({
  ...search,
  q,
  ...(q === undefined && { find: undefined }),
})

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

interface SearchFieldProps {
  ref: React.Ref<HTMLInputElement>
  term: string
  onSearch: (q: string | undefined) => void
}

/** Searches a moment after the last letter. */
function SearchField({ ref, term, onSearch }: SearchFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(term)
  const [searched, setSearched] = useState(term)
  // The address changed by itself: back, a link, a cleared filter.
  if (term !== searched) {
    setSearched(term)
    setTyped(term)
  }
  const search = useEffectEvent((q: string) => {
    setSearched(q)
    onSearch(q === '' ? undefined : q)
  })
  useEffect(() => {
    const q = typed.trim()
    if (q === searched.trim()) return
    const timer = setTimeout(() => search(q), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, searched])

  return (
    <TextInput
      ref={ref}
      className={classes.search}
      placeholder={t`Search`}
      aria-label={t`Search names, phones and messages`}
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => setTyped('')} />
      }
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          // Down into what was found; the row's own arrows go on from there.
          event.preventDefault()
          event.currentTarget.blur()
          document.querySelector<HTMLElement>('a[data-sid]')?.focus()
          return
        }
        if (event.key !== 'Escape') return
        if (typed !== '') setTyped('')
        else event.currentTarget.blur()
      }}
    />
  )
}
