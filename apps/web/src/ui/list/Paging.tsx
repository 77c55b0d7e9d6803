import { PAGE_SIZE_OPTIONS } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ShowMore } from './PagedList.tsx'
import classes from './Paging.module.css'

interface Props {
  query: ComponentProps<typeof ShowMore>['query']
  /** Names the choice of how many entries are loaded at a time: "Contacts per page". */
  label: string
  size: number
  onSize: (size: number) => void
}

/** Footer of a table that loads page by page. */
export function Paging({ query, label, size: chosen, onSize }: Props) {
  const { t } = useLingui()
  return (
    <div className={classes.root}>
      <ShowMore query={query} />
      <Select
        w={150}
        ml="auto"
        aria-label={label}
        allowDeselect={false}
        value={String(chosen)}
        onChange={(size) => size && onSize(Number(size))}
        data={PAGE_SIZE_OPTIONS.map((size) => ({ value: String(size), label: t`${size} per page` }))}
      />
    </div>
  )
}
