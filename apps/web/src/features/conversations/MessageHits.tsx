import type { InboxSearch, MessageHit } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessageSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '../../lib/keyboard.ts'
import { fallbackTimeZone, useLocations } from '../../lib/locations.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { ShortTime } from '../../ui/ShortTime.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import row from './ConversationRow.module.css'
import { knownConversations } from './known-conversations.ts'
import { useListContext } from './list-context.ts'
import classes from './MessageHits.module.css'
import { messageHits } from './queries.ts'

interface Props {
  search: InboxSearch
  sid: string | null
  /** The message the open conversation was opened at. */
  openIndex: number | undefined
  searchField: RefObject<HTMLInputElement | null>
}

/** What was found in messages, notes and transcripts; it stays while one hit after the other is opened. */
export function MessageHits({ search, sid, openIndex, searchField }: Props) {
  const { t } = useLingui()
  const { locationId } = useListContext()
  const text = search.q?.trim() ?? ''
  const found = useInfiniteQuery(messageHits(text, locationId ? [locationId] : undefined))
  const hits = found.data?.pages.flatMap((page) => page.hits) ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const cursor = useHitKeys(hits, search, searchField)

  // A page may be empty while there is more to look through further back.
  const wantsMore = hits.length === 0 && hasNextPage && !isFetchingNextPage && !found.isError
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  if (found.isPending || wantsMore || (hits.length === 0 && isFetchingNextPage)) return <LoadingRows />
  if (found.isError && hits.length === 0) {
    return <FailedState error={found.error} onRetry={() => void found.refetch()} />
  }
  if (hits.length === 0) {
    return (
      <EmptyState
        icon={<IconMessageSearch size={28} stroke={1.5} />}
        title={t`Nothing found`}
        text={t`No message, note or transcript you may see has all of these words.`}
      />
    )
  }
  return (
    <VirtualList
      items={hits}
      itemKey={(hit) => hit.sid}
      rowHeight={84}
      label={t`Messages found`}
      focusedKey={cursor}
      onNearEnd={() => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
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
        isFetchingNextPage ? (
          <LoadingRows count={2} />
        ) : found.isFetchNextPageError ? (
          <Button variant="default" size="xs" m="sm" onClick={() => fetchNextPage()}>
            <Trans>Loading more failed. Try again</Trans>
          </Button>
        ) : null
      }
    />
  )
}

/** j and k walk through the hits, Enter opens the one with the focus, / goes back to the words. */
function useHitKeys(
  hits: readonly MessageHit[],
  search: InboxSearch,
  searchField: RefObject<HTMLInputElement | null>,
): string | null {
  const navigate = useNavigate()
  const [cursor, setCursor] = useState<string | null>(null)
  const move = (step: number) => {
    const at = hits.findIndex((hit) => hit.sid === cursor)
    const next = hits[at === -1 ? 0 : Math.min(hits.length - 1, Math.max(0, at + step))]
    if (next) setCursor(next.sid)
  }
  const open = () => {
    const hit = hits.find((one) => one.sid === cursor)
    if (!hit) return
    void navigate({
      to: '/conversations/$sid',
      params: { sid: hit.conversationSid },
      search: { ...search, at: hit.index },
    })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
    const act = { j: () => move(1), k: () => move(-1), o: open, '/': () => searchField.current?.focus() }[event.key]
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

interface HitProps {
  hit: MessageHit
  search: InboxSearch
  isOpen: boolean
  isCursor: boolean
}

function Hit({ hit, search, isOpen, isCursor }: HitProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const conversation = knownConversations.get(hit.conversationSid)
  const zone = useLocations().find(({ id }) => id === conversation?.attributes.locationID)?.timeZone ?? fallbackTimeZone
  const name = conversation ? conversation.friendlyName || phoneText(conversation.phoneNumber) : ''
  useEffect(() => {
    if (isCursor) link.current?.focus({ preventScroll: true })
  }, [isCursor])
  return (
    <Link
      ref={link}
      to="/conversations/$sid"
      params={{ sid: hit.conversationSid }}
      search={{ ...search, at: hit.index }}
      className={row.root}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className={row.body}>
        <span className={row.line}>
          <span className={row.name} dir="auto">
            {name}
          </span>
          <span className={row.time}>
            <ShortTime at={hit.dateCreated} zone={zone} />
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
