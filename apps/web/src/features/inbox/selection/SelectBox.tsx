import { useLingui } from '@lingui/react/macro'
import { RowCheckbox } from '../../../ui/input/RowCheckbox.tsx'
import classes from './SelectBox.module.css'

interface Props {
  name: string
  isSelected: boolean
  /** Shows checkboxes on all rows, not only on hover. */
  isSelecting: boolean
  onToggle: (isRange: boolean) => void
  children: React.ReactNode
}

/** A row with its checkbox, which covers the picture during a selection and on hover. */
export function SelectBox({ name, isSelected, isSelecting, onToggle, children }: Props) {
  const { t } = useLingui()
  return (
    <div className={classes.root} data-selecting={isSelecting || undefined} data-selected={isSelected || undefined}>
      {children}
      <label className={classes.target}>
        <RowCheckbox
          className={classes.box}
          aria-label={t`Select ${name}`}
          checked={isSelected}
          onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </label>
    </div>
  )
}
