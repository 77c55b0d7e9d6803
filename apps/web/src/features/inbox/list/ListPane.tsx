import type { BulkAction } from '@frontdesk/contract/api'
import { can, type InboxSearch } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { bulkActionsQuery } from '../../../entities/bulk-action/queries.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useStableCallback } from '../../../lib/use-stable-callback.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { LoadingRows } from '../../../ui/state/LoadingRows.tsx'
import { ConversationRows } from './ConversationRows.tsx'
import { ListHead } from './ListHead.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { useConversationList } from './use-conversation-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePrefetchNeighbors } from './use-prefetch-neighbors.ts'

const EmptyList = lazyWithRetry(async () => ({ default: (await import('./EmptyList.tsx')).EmptyList }))
const SearchResults = lazyWithRetry(async () => ({
  default: (await import('../search/SearchResults.tsx')).SearchResults,
}))
const BulkProgress = lazyWithRetry(async () => ({
  default: (await import('../../../entities/bulk-action/BulkProgress.tsx')).BulkProgress,
}))

const NO_ACTIONS: BulkAction[] = []

interface Props {
  search: InboxSearch
  sid: string | null
  onSearch: (search: InboxSearch) => void
  /** `isInstead`: replaces the open one in the browser history. */
  onOpen: (sid: string, isInstead?: boolean) => void
  onNew: () => void
  /** Shows the inbox views; false if they are already beside the list. */
  onRail: (() => void) | false
  /** Loads the code that shows an open conversation. */
  preloadPanes: () => Promise<void>
}

/** The list of conversations, or the results of a text search, below its head. */
export function ListPane({ search: inboxSearch, sid, onSearch, onOpen, onNew, onRail, preloadPanes }: Props) {
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const startConversation = can(me, 'convos_create_new_conversations') && !isViewingAs && onNew
  const conversations = useConversationList(inboxSearch)
  const { search, isSearching, reachable, selection, select } = conversations
  const query = useRouter().buildLocation({ to: '/conversations', search }).searchStr
  const bulkActions = useQuery(bulkActionsQuery).data ?? NO_ACTIONS
  const searchField = useRef<HTMLInputElement>(null)
  const [isEnteringResults, setIsEnteringResults] = useState(false)
  const keys = useListKeys({
    entries: reachable,
    sid,
    searchField,
    selection,
    onSelect: select,
    onOpenInstead: (next) => onOpen(next, true),
    onNew: startConversation,
  })
  usePrefetchNeighbors(reachable, keys.cursor ?? sid, preloadPanes)
  const open = useStableCallback((opened: string) => onOpen(opened))

  const onDown = (term: string) => {
    if (term !== '' && search.find === undefined) return setIsEnteringResults(true)
    const [first] = reachable
    if (first) keys.moveTo(first.sid)
  }
  return (
    <>
      <ListHead
        search={search}
        searchField={searchField}
        onSearch={onSearch}
        onDown={onDown}
        onNew={startConversation}
        onRail={onRail}
      >
        {!isSearching && <ListToolbar conversations={conversations} onSearch={onSearch} />}
      </ListHead>
      {isSearching ? (
        <Suspense fallback={<LoadingRows />}>
          <SearchResults
            search={search}
            query={query}
            sid={sid}
            openIndex={inboxSearch.at}
            searchField={searchField}
            isEntering={isEnteringResults}
            onEntered={() => setIsEnteringResults(false)}
            onOpen={open}
            onSearch={onSearch}
          />
        </Suspense>
      ) : (
        <ConversationRows
          conversations={conversations}
          keys={keys}
          query={query}
          sid={sid}
          onOpen={open}
          empty={<EmptyList search={search} onSearch={onSearch} onNew={startConversation} />}
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
