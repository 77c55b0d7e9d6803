import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { EVERYTHING, NOTHING, type Selection } from '../list/selection.ts'
import { TextButton } from '../text/TextButton.tsx'
import classes from './SelectionBar.module.css'

interface Props {
  selection: Selection
  /** How many rows match; null when only a full count could tell. */
  total: number | null
  onSelect: (selection: Selection) => void
  /** Actions for the selected rows. */
  actions: ReactNode
}

/** Replaces a table's toolbar while rows are selected. */
export function SelectionBar({ selection, total, onSelect, actions }: Props) {
  const { t, i18n } = useLingui()
  return (
    <section className={classes.root} aria-label={t`Selected rows`}>
      <span className={classes.count} role="status">
        {!selection.isAll ? (
          <Plural value={selection.keys.size} one="# selected" other="# selected" />
        ) : total === null ? (
          <Trans>All that match are selected</Trans>
        ) : (
          <Trans>All {i18n.number(total)} that match</Trans>
        )}
      </span>
      {!selection.isAll && selection.keys.size !== total && (
        <TextButton onClick={() => onSelect(EVERYTHING)}>
          {total === null ? <Trans>Select all that match</Trans> : <Trans>Select all {i18n.number(total)}</Trans>}
        </TextButton>
      )}
      {actions}
      <CloseButton size="sm" ml="auto" aria-label={t`Clear selection`} onClick={() => onSelect(NOTHING)} />
    </section>
  )
}
