import type { Conversation, MessageHit } from '@frontdesk/contract/api'
import { forList, type InboxSearch, SEARCH_CONVERSATIONS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { conversationVersions } from '../../../entities/conversation/conversation-versions.ts'
import { searchResults } from '../../../entities/conversation/search-queries.ts'
import { chosenLocation } from '../../../entities/location/chosen-location.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { isTyping } from '../../../lib/keyboard.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { LoadMoreFailed } from '../../../ui/list/LoadMoreFailed.tsx'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { FailedState } from '../../../ui/state/FailedState.tsx'
import { LoadingRows } from '../../../ui/state/LoadingRows.tsx'
import { ShortTime } from '../../../ui/text/ShortTime.tsx'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import row from '../list/ConversationRow.module.css'
import { CONVERSATION_ROW_HEIGHT, ConversationRow } from '../list/ConversationRow.tsx'
import { useListContext } from '../list-context.ts'
import classes from './SearchResults.module.css'

const HIT_HEIGHT = 84
const TITLE_HEIGHT = 34

interface Props {
  search: InboxSearch
  /** The same as the address has it, with its question mark. */
  query: string
  sid: string | null
  /** The message the open conversation was opened at. */
  openIndex: number | undefined
  searchField: RefObject<HTMLInputElement | null>
  /** The focus is moving from the search field to the first result. */
  isEntering: boolean
  onEntered: () => void
  onOpen: (sid: string) => void
  onSearch: (search: InboxSearch) => void
}

/** Conversations and messages with the search term, open and closed; they stay listed while results are opened. */
export function SearchResults({
  search,
  query,
  sid,
  openIndex,
  searchField,
  isEntering,
  onEntered,
  onOpen,
  onSearch,
}: Props) {
  const { t } = useLingui()
  const { locationId } = useListContext()
  const locations = useLocations()
  const text = search.q?.trim() ?? ''
  const results = useInfiniteQuery(searchResults(text, locationId))
  const conversations = results.data?.pages[0]?.conversations ?? []
  const hits = results.data?.pages.flatMap((page) => page.hits) ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = results
  const cursor = useResultKeys({ conversations, hits, search, searchField, isEntering, onEntered })

  // A page may be empty although older messages are still to be searched.
  const wantsMore = hits.length === 0 && hasNextPage && !isFetchingNextPage && !results.isError
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  const isEmpty = conversations.length === 0 && hits.length === 0
  const isSearching = results.isPending || wantsMore || isFetchingNextPage
  if (isEmpty && isSearching) return <LoadingRows />
  if (results.isError && isEmpty) return <FailedState error={results.error} onRetry={() => void results.refetch()} />
  const narrowedTo = locations.find(({ id }) => id === locationId)?.name
  if (isEmpty) {
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t`No results`}
        text={
          narrowedTo
            ? t`No conversation or message at ${narrowedTo} matches “${text}”.`
            : t`No conversation or message matches “${text}”.`
        }
        action={
          narrowedTo && (
            <Button variant="default" size="xs" onClick={() => chosenLocation.set(null)}>
              <Trans>Search all locations</Trans>
            </Button>
          )
        }
      />
    )
  }
  const hasMore = conversations.length >= SEARCH_CONVERSATIONS_MAX
  return (
    <VirtualList
      items={hits}
      itemKey={(hit) => hit.sid}
      rowHeight={HIT_HEIGHT}
      label={t`Messages found`}
      focusedKey={cursor}
      onNearEnd={() => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
      }}
      header={{
        height:
          (conversations.length > 0 ? TITLE_HEIGHT + conversations.length * CONVERSATION_ROW_HEIGHT : 0) +
          (hits.length > 0 ? TITLE_HEIGHT : 0),
        content: (
          <>
            {conversations.length > 0 && (
              <>
                <div className={classes.title} style={{ height: TITLE_HEIGHT }}>
                  <h2>
                    <Trans>Conversations</Trans>
                  </h2>
                  {hasMore && (
                    <TextButton onClick={() => onSearch({ ...search, find: 'people', tab: 'all' })}>
                      <Trans>Show all</Trans>
                    </TextButton>
                  )}
                </div>
                <ul className={classes.people} aria-label={t`Conversations found`}>
                  {conversations.map((conversation) => (
                    <li key={conversation.sid} style={{ height: CONVERSATION_ROW_HEIGHT }}>
                      <Person
                        conversation={conversation}
                        query={query}
                        isOpen={conversation.sid === sid && openIndex === undefined}
                        isCursor={conversation.sid === cursor}
                        showsLocation={locations.length > 1 && !locationId}
                        onOpen={onOpen}
                      />
                    </li>
                  ))}
                </ul>
              </>
            )}
            {hits.length > 0 && (
              <div className={classes.title} style={{ height: TITLE_HEIGHT }}>
                <h2>
                  <Trans>Messages</Trans>
                </h2>
              </div>
            )}
          </>
        ),
      }}
      renderItem={(hit) => (
        <Hit
          hit={hit}
          search={search}
          isOpen={hit.conversationSid === sid && hit.index === openIndex}
          isCursor={hit.sid === cursor}
        />
      )}
      footer={
        isSearching ? (
          <LoadingRows count={2} />
        ) : results.isFetchNextPageError ? (
          <LoadMoreFailed onRetry={fetchNextPage} />
        ) : null
      }
    />
  )
}

interface KeysOptions {
  conversations: readonly Conversation[]
  hits: readonly MessageHit[]
  search: InboxSearch
  searchField: RefObject<HTMLInputElement | null>
  isEntering: boolean
  onEntered: () => void
}

/** Whether the focus is on a result or nowhere. */
const isInResults = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.closest('[data-sid]') !== null)

/** j and k or the arrows move through the results, Enter opens the one with the focus, / goes back to the field. */
function useResultKeys({
  conversations,
  hits,
  search,
  searchField,
  isEntering,
  onEntered,
}: KeysOptions): string | null {
  const navigate = useNavigate()
  const [cursor, setCursor] = useState<string | null>(null)
  const results = [...conversations, ...hits].map(({ sid }) => sid)
  const move = (step: number) => {
    const at = cursor === null ? -1 : results.indexOf(cursor)
    const next = results[at === -1 ? 0 : Math.min(results.length - 1, Math.max(0, at + step))]
    if (next) setCursor(next)
  }
  const [first] = results
  const moveToFirst = useEffectEvent(() => {
    if (first) setCursor(first)
    onEntered()
  })
  const canEnter = isEntering && first !== undefined
  useEffect(() => {
    if (canEnter) moveToFirst()
  }, [canEnter])
  const open = () => {
    const hit = hits.find((one) => one.sid === cursor)
    const sid = hit?.conversationSid ?? cursor
    if (sid === null) return
    void navigate({
      to: '/conversations/$sid',
      params: { sid },
      search: { ...forList(search), ...(hit && { at: hit.index }) },
    })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
    const acts: Record<string, (() => void) | false> = {
      j: () => move(1),
      k: () => move(-1),
      o: open,
      '/': () => searchField.current?.focus(),
      ArrowDown: isInResults(event) && (() => move(1)),
      ArrowUp: isInResults(event) && (() => move(-1)),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return cursor
}

interface PersonProps {
  conversation: Conversation
  query: string
  isOpen: boolean
  isCursor: boolean
  showsLocation: boolean
  onOpen: (sid: string) => void
}

function Person({ conversation, query, isOpen, isCursor, showsLocation, onOpen }: PersonProps) {
  const me = useMe()
  const location = useLocations().find(({ id }) => id === conversation.attributes.locationID)
  const { toUserID, toUserName } = conversation.attributes
  const picture = useTeammates().find(({ userID }) => userID === toUserID)?.profileUrl ?? null
  return (
    <ConversationRow
      conversation={conversation}
      query={query}
      userId={me.userId}
      location={location}
      assigneeName={toUserName}
      assigneeImage={picture}
      isOpen={isOpen}
      isCursor={isCursor}
      showsLocation={showsLocation}
      showsState
      onOpen={onOpen}
      claimFocus={always}
    />
  )
}

const always = () => true

interface HitProps {
  hit: MessageHit
  search: InboxSearch
  isOpen: boolean
  isCursor: boolean
}

function Hit({ hit, search, isOpen, isCursor }: HitProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const conversation = conversationVersions.get(hit.conversationSid)
  const location = useLocations().find(({ id }) => id === conversation?.attributes.locationID)
  const name = conversation ? conversation.friendlyName || phoneText(conversation.phoneNumber) : ''
  useEffect(() => {
    if (isCursor) link.current?.focus({ preventScroll: true })
  }, [isCursor])
  return (
    <Link
      ref={link}
      to="/conversations/$sid"
      params={{ sid: hit.conversationSid }}
      search={{ ...forList(search), at: hit.index }}
      className={row.root}
      data-sid={hit.sid}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className={row.body}>
        <span className={row.line}>
          <span className={row.name} dir="auto">
            {name}
          </span>
          <span className={row.time}>
            <ShortTime at={hit.dateCreated} {...(location && { zone: location.timeZone })} />
          </span>
        </span>
        <span className={classes.text} dir="auto">
          {hit.type === 'note' && (
            <span className={classes.kind}>
              <Trans>Note</Trans>
            </span>
          )}
          {hit.isOutgoingMessage && hit.type !== 'note' && <span className={classes.author}>{hit.author}: </span>}
          {hit.fragments.map(({ text, isHit }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text that never changes.
            isHit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </span>
      </span>
    </Link>
  )
}
