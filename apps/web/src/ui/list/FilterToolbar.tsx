import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { FilterBar, ListSearch } from './FilterBar.tsx'
import { FilterPopover } from './FilterPopover.tsx'
import classes from './FilterToolbar.module.css'

interface Props {
  label: string
  /** Default: what people are searched by. */
  searchLabel?: string
  q: string | undefined
  onQ: (q: string | undefined) => void
  /** Filters in use. */
  count: number
  fields: (close: () => void) => ReactNode
  /** The filters in use, each with a way to remove it. */
  chips: ReactNode
  /** Further buttons. */
  actions?: ReactNode
}

/** Search field and filters of a list of people, and the filters in use. */
export function FilterToolbar({ label, searchLabel, q, onQ, count, fields, chips, actions }: Props) {
  const { t } = useLingui()
  const { typed, setTyped } = useTypedSearch(q ?? '', onQ)
  return (
    <div className={classes.toolbar}>
      <FilterBar label={label}>
        <div className={classes.search}>
          <ListSearch label={searchLabel ?? t`Search name, number, or email`} value={typed} onChange={setTyped} />
        </div>
        <FilterPopover
          button={(props) => (
            <Button
              variant="default"
              className={classes.filter}
              aria-haspopup="dialog"
              leftSection={count > 0 ? <IconFilterFilled size={15} /> : <IconFilter size={15} stroke={1.75} />}
              {...props}
            >
              <Trans>Filter</Trans>
            </Button>
          )}
        >
          {fields}
        </FilterPopover>
        {actions}
      </FilterBar>
      {count > 0 && chips}
    </div>
  )
}
