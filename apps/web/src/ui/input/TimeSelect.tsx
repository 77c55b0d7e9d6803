import { useLingui } from '@lingui/react/macro'
import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { clock } from '../../lib/time.ts'
import { readTime } from './read-time.ts'

interface Props extends Pick<SelectProps, 'label' | 'aria-label' | 'error' | 'w' | 'maw'> {
  /** 24-hour HH:MM. */
  value: string
  onChange: (time: string) => void
}

const QUARTERS = Array.from({ length: 96 }, (_, n) =>
  [Math.floor(n / 4), (n % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':'),
)
/** Formatted for the reader's locale; independent of time zones. */
const timeText = (time: string) => clock(`2026-01-01T${time}:00Z`, 'UTC')

/** A time of day: quarter hours in a list, or any other time typed. */
export function TimeSelect({ value, onChange, ...field }: Props) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const isTyping = search !== '' && search !== timeText(value)
  const typed = isTyping ? readTime(search) : null
  // Formatting and rendering all options of two dozen closed selects took most of the business hours page's time.
  const times = isOpen ? [...new Set([...QUARTERS, value, ...(typed ? [typed] : [])])].sort() : [value]
  const filter: OptionsFilter = ({ options }) =>
    isTyping
      ? (options as ComboboxItem[]).filter((option) => option.value === typed || option.label.startsWith(search))
      : options
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      maxDropdownHeight={220}
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={t`Enter a time such as 9:30 AM`}
      data={times.map((time) => ({ value: time, label: timeText(time) }))}
      filter={filter}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(time) => time && onChange(time)}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      // In the capture phase, because the kit replaces onKeyDown. The list itself chooses a highlighted option.
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !typed || event.currentTarget.hasAttribute('aria-activedescendant')) return
        event.preventDefault()
        event.stopPropagation()
        onChange(typed)
        setIsOpen(false)
      }}
      onBlur={() => typed && onChange(typed)}
    />
  )
}
