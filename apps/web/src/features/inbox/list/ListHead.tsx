import type { InboxSearch } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconEdit, IconLayoutSidebar } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useViewName } from '../rail/use-view-name.ts'
import classes from './ListPane.module.css'
import { SearchField } from './SearchField.tsx'

interface Props {
  search: InboxSearch
  searchField: RefObject<HTMLInputElement | null>
  onSearch: (search: InboxSearch) => void
  /** The arrow down in the search field. */
  onDown: (term: string) => void
  /** False for people who may not start a conversation. */
  onNew: (() => void) | false
  /** Shows the inbox views; false if they are already beside the list. */
  onRail: (() => void) | false
  children: ReactNode
}

/** Above the list: the view, the search field and "New message". */
export function ListHead({ search, searchField, onSearch, onDown, onNew, onRail, children }: Props) {
  const { t } = useLingui()
  const viewName = useViewName(search)
  return (
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
          onDown={onDown}
        />
        {onNew && (
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
      {children}
    </div>
  )
}
