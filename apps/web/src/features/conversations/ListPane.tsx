import { can } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { IconEdit, IconInbox, IconMail, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { chosenLocation } from '../../lib/chosen-location.ts'
import { errorCode } from '../../lib/error-texts.ts'
import { useLocalValue } from '../../lib/local-value.ts'
import { useLocations } from '../../lib/locations.ts'
import { ourNumbersQuery } from '../../lib/our-numbers.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import classes from './ListPane.module.css'
import { entriesOf } from './list-membership.ts'
import { type InboxSearch, toListFilter } from './list-search.ts'
import { conversationList, conversationStats } from './queries.ts'
import { useListKeys } from './use-list-keys.ts'

const SEARCH_AFTER_MS = 200
const ROW_HEIGHT = 72

interface Props {
  search: InboxSearch
  sid: string | null
  onSearch: (search: InboxSearch) => void
  onOpen: (sid: string) => void
  onNew: () => void
}

export function ListPane({ search, sid, onSearch, onOpen, onNew }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const locationId = useLocalValue(chosenLocation)
  const isSplit = useLocations().length > 1 && !locationId
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined)).data
  const list = useInfiniteQuery(conversationList(toListFilter(search, locationId)))
  const entries = useDeferredValue(entriesOf(list.data))
  const searchField = useRef<HTMLInputElement>(null)
  const { cursor, setCursor } = useListKeys({ entries, sid, searchField, onNew })

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }

  return (
    <>
      <div className={classes.head}>
        <div className={classes.searchLine}>
          <SearchField ref={searchField} term={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q })} />
          {can(me, 'convos_create_new_conversations') && (
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
        <div className={classes.filters}>
          <fieldset className={classes.tabs} aria-label={t`State`}>
            <Tab isOn={!search.tab} count={stats?.totalOpen} onClick={() => onSearch({ ...search, tab: undefined })}>
              <Trans>Open</Trans>
            </Tab>
            <Tab
              isOn={search.tab === 'closed'}
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
          </button>
        </div>
      </div>
      {list.isPending ? (
        <LoadingRows />
      ) : list.isError && !list.data ? (
        <FailedState error={list.error} onRetry={errorCode(list.error) === 'Forbidden' ? undefined : list.refetch} />
      ) : entries.length === 0 ? (
        <EmptyList search={search} onSearch={onSearch} onNew={onNew} />
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
              search={search}
              isOpen={conversation.sid === sid}
              isCursor={conversation.sid === cursor}
              showsLocation={isSplit}
              onFocus={setCursor}
              onOpen={onOpen}
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
      placeholder={t`Search name or phone`}
      aria-label={t`Search name or phone`}
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => setTyped('')} />
      }
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        if (typed !== '') setTyped('')
        else event.currentTarget.blur()
      }}
    />
  )
}

function EmptyList({ search, onSearch, onNew }: Pick<Props, 'search' | 'onSearch' | 'onNew'>) {
  const { t } = useLingui()
  const me = useMe()
  const numbers = useQuery(ourNumbersQuery)
  const icon = <IconInbox size={28} stroke={1.5} />
  if (search.q || search.unread) {
    return (
      <EmptyState
        icon={icon}
        title={search.q ? t`Nobody found` : t`Nobody is waiting`}
        text={search.q ? t`No conversation matches “${search.q}” here.` : t`Every message has been read.`}
        action={
          <Button variant="default" size="xs" onClick={() => onSearch({ tab: search.tab })}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    )
  }
  if (search.tab === 'closed') {
    return <EmptyState icon={icon} title={t`Nothing closed yet`} text={t`Conversations you close are kept here.`} />
  }
  if (numbers.data?.length === 0) {
    const maySetUp = can(me, 'admin_manage_settings')
    return (
      <EmptyState
        icon={icon}
        title={t`No phone number yet`}
        text={
          maySetUp
            ? t`Texts arrive once your business has a number.`
            : t`An owner of your business can add one in the settings.`
        }
        action={
          maySetUp && (
            <Button size="xs" component={Link} to="/settings/frontdesk-phone-numbers">
              <Trans>Add a phone number</Trans>
            </Button>
          )
        }
      />
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={t`No open conversations`}
      text={t`Texts to your numbers arrive here. You can also write first.`}
      action={
        can(me, 'convos_create_new_conversations') && (
          <Button size="xs" onClick={onNew}>
            <Trans>New message</Trans>
          </Button>
        )
      }
    />
  )
}
