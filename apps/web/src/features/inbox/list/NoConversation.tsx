import { type InboxSearch, toListFilter } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { entriesOf } from '../../../entities/conversation/list-membership.ts'
import { conversationList } from '../../../entities/conversation/queries.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { useListContext } from '../list-context.ts'
import { InboxZero } from './InboxZero.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
  /** False for people who may not start a conversation. */
  onNew: (() => void) | false
}

/** Shown while no conversation is open. */
export function NoConversation({ search, onSearch, onNew }: Props) {
  const { t } = useLingui()
  const list = useInfiniteQuery(conversationList(toListFilter(search, useListContext())))
  const isSearching = search.q !== undefined
  if (!list.data && !isSearching) return null
  if (!isSearching && entriesOf(list.data).length === 0) {
    const isWholeInbox = Object.values(search).every((value) => value === undefined)
    return isWholeInbox ? <InboxZero onSearch={onSearch} onNew={onNew} /> : null
  }
  return (
    <EmptyState
      icon={<IconMessages size={32} stroke={1.5} />}
      title={t`No conversation selected`}
      text={
        <Trans>
          Choose one from the list, or press <Kbd size="xs">j</Kbd> and <Kbd size="xs">k</Kbd> to move and{' '}
          <Kbd size="xs">Enter</Kbd> to open.
        </Trans>
      }
    />
  )
}
