import { useLingui } from '@lingui/react/macro'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'

interface Props extends Pick<MultiSelectProps, 'label' | 'data' | 'onChange'> {
  value: string[]
  /** Shown while nothing is chosen, which means any value. */
  anything: string
}

/** A field of a filter panel with several choices. */
export function FilterSelect({ value, anything, ...field }: Props) {
  const { t } = useLingui()
  return (
    <MultiSelect
      {...field}
      value={value}
      placeholder={value.length === 0 ? anything : ''}
      clearable
      searchable
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t`Clear` }}
      hidePickedOptions
      nothingFoundMessage={t`No results`}
      // The first field gets the focus when the panel opens; its options would cover the next one.
      openOnFocus={false}
    />
  )
}
