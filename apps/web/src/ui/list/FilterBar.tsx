import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FilterBar.module.css'

interface SearchProps {
  /** The accessible name, and the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** The search field of a list. */
export function ListSearch({ label, value, onChange }: SearchProps) {
  return (
    <TextInput
      type="search"
      className={classes.search}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={15} />}
      maxLength={120}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface Props {
  /** The accessible name of the search landmark, where it holds more than a search field. */
  label?: string
  children: ReactNode
}

/** The filters of the list below: a search field, selects, dates. Wraps on narrow screens. */
export const FilterBar = ({ label, children }: Props) => (
  <search className={classes.bar} aria-label={label}>
    {children}
  </search>
)
