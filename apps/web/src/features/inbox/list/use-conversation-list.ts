import type { Conversation } from '@frontdesk/contract/api'
import { forList, hasFilters, type InboxSearch, toListFilter } from '@frontdesk/contract/rules'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { entriesOf } from '../../../entities/conversation/list-membership.ts'
import { conversationList, conversationStats } from '../../../entities/conversation/queries.ts'
import { isSelecting, NOTHING, useSelection } from '../../../ui/list/selection.ts'
import { useListContext } from '../list-context.ts'

const NONE: Conversation[] = []

export type ConversationListModel = ReturnType<typeof useConversationList>

/**
 * The conversations that a search, its filters and the location leave, with their counts and what is selected of them.
 */
export function useConversationList(inboxSearch: InboxSearch) {
  const search = forList(inboxSearch)
  const isSearching = search.q !== undefined && search.find === undefined
  const context = useListContext()
  const { locationId } = context
  const filter = toListFilter(search, context)
  const list = useInfiniteQuery(conversationList(filter))
  const entries = useDeferredValue(entriesOf(list.data))
  const isOfClosed = search.tab === 'closed'
  const isOfAll = search.tab === 'all'
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined, isOfClosed)).data

  const { selection, select } = useSelection(JSON.stringify(filter))
  const [isPicking, setIsPicking] = useState(false)

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // With all pages loaded the entries are counted: events add and remove them, and the total of the response gets
  // stale.
  const total = hasNextPage ? (list.data?.pages[0]?.paging.totalItems ?? null) : entries.length
  const isNarrowed = hasFilters(search) || search.unread === true || search.q !== undefined
  /** Of the listed state; of the other one only while nothing narrows the list. */
  const countOf = (isClosed: boolean): number | undefined => {
    if (isOfAll) return undefined
    if (!isNarrowed) return isClosed ? stats?.totalClosed : stats?.totalOpen
    return isClosed === isOfClosed ? (total ?? undefined) : undefined
  }
  const countUnread = (): number | undefined => {
    if (search.unread) return total ?? undefined
    return isNarrowed || isOfAll ? undefined : stats?.totalUnread
  }

  return {
    search,
    /** The results of a text search replace the list. */
    isSearching,
    filter,
    locationId,
    list,
    entries,
    /** The entries that the keyboard moves through. */
    reachable: isSearching ? NONE : entries,
    total,
    counts: { open: countOf(false), closed: countOf(true), unread: countUnread() },
    isOfClosed,
    isOfAll,
    selection,
    select,
    showsBoxes: isPicking || isSelecting(selection),
    startSelecting: () => setIsPicking(true),
    stopSelecting: () => {
      setIsPicking(false)
      select(NOTHING)
    },
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
  }
}
