import type { InboxSearch } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from '../list/ListPane.module.css'
import { countFilters } from '../rail/rail-selection.ts'

interface Props extends ComponentProps<'button'> {
  search: InboxSearch
}

export function FilterButton({ search, className = '', ...rest }: Props) {
  const count = countFilters(search)
  return (
    <button type="button" className={`${classes.tool} ${className}`} aria-haspopup="dialog" {...rest}>
      {count > 0 ? <IconFilterFilled size={14} /> : <IconFilter size={14} stroke={1.75} />}
      <Trans>Filter</Trans>
      {count > 0 && (
        <span className={classes.count}>
          {count}
          <VisuallyHidden>
            {' '}
            <Trans>in use</Trans>
          </VisuallyHidden>
        </span>
      )}
    </button>
  )
}
