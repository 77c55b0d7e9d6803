import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { TextButton } from '../text/TextButton.tsx'
import classes from './FilterChips.module.css'

export interface FilterChip<Search> {
  key: string
  label: string
  /** Search params that remove this filter. */
  without: Search
}

interface Props<Search> {
  chips: readonly FilterChip<Search>[]
  onRemove: (without: Search) => void
  /** Another action on all filters. */
  action?: { label: string; onClick: () => void } | undefined
}

/** Active filters of a list, each with a button that removes it. */
export function FilterChips<Search>({ chips, onRemove, action }: Props<Search>) {
  const { t } = useLingui()
  return (
    <ul className={classes.root} aria-label={t`Filters in use`}>
      {chips.map(({ key, label, without }) => (
        <li key={key} className={classes.chip}>
          {label}
          <CloseButton
            size={22}
            iconSize={14}
            aria-label={t`Remove the filter ${label}`}
            onClick={() => onRemove(without)}
          />
        </li>
      ))}
      {action && (
        <li>
          <TextButton className={classes.action} onClick={action.onClick}>
            {action.label}
          </TextButton>
        </li>
      )}
    </ul>
  )
}
