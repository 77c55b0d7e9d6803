import { hasFilters, type InboxSearch } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconListCheck } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { lazyOnInteraction } from '../../../ui/lazy/lazy-on-interaction.tsx'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { FilterButton } from '../filters/FilterButton.tsx'
import { UnreadBox } from '../filters/UnreadBox.tsx'
import classes from './ListPane.module.css'
import type { ConversationListModel } from './use-conversation-list.ts'

const FilterPanel = lazyOnInteraction(async () => (await import('../filters/FilterPanel.tsx')).FilterPanel)
const InboxFilterChips = lazyWithRetry(async () => ({
  default: (await import('../filters/InboxFilterChips.tsx')).InboxFilterChips,
}))
const BulkBar = lazyWithRetry(async () => ({ default: (await import('../selection/BulkBar.tsx')).BulkBar }))

interface Props {
  conversations: ConversationListModel
  onSearch: (search: InboxSearch) => void
}

/** Open or closed, filters, and bulk actions on what is selected. */
export function ListToolbar({ conversations, onSearch }: Props) {
  const { t } = useLingui()
  const { search, counts, isOfClosed, isOfAll, showsBoxes, startSelecting, stopSelecting } = conversations
  return (
    <>
      <div className={classes.filters}>
        <fieldset className={classes.tabs} aria-label={t`State`}>
          <Tab isOn={!isOfClosed} count={counts.open} onClick={() => onSearch({ ...search, tab: undefined })}>
            <Trans>Open</Trans>
          </Tab>
          <Tab
            isOn={isOfClosed || isOfAll}
            count={counts.closed}
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
            onClick={showsBoxes ? stopSelecting : startSelecting}
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
      {(hasFilters(search) || isOfAll || search.asc || search.q) && (
        <Suspense>
          <InboxFilterChips search={search} onSearch={onSearch} />
        </Suspense>
      )}
      {showsBoxes ? (
        <Suspense>
          <BulkBar
            selection={conversations.selection}
            filter={conversations.filter}
            total={conversations.total}
            onSelect={conversations.select}
            onDone={stopSelecting}
          />
        </Suspense>
      ) : (
        <UnreadBox
          count={counts.unread}
          isOnlyUnread={search.unread === true}
          onChange={(isOnly) => onSearch({ ...search, unread: isOnly || undefined })}
        />
      )}
    </>
  )
}

interface TabProps {
  isOn: boolean
  count: number | undefined
  onClick: () => void
  children: ReactNode
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
