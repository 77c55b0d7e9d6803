import type { ImportCounts } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import classes from './ImportScreen.module.css'
import { COUNTS } from './import-texts.ts'

/** Counts of the dry run. Zeros are left out, except for new contacts. */
export function Counts({ counts }: { counts: ImportCounts }) {
  const { i18n } = useLingui()
  return (
    <dl className={classes.counts}>
      {COUNTS.filter(([key]) => counts[key] > 0 || key === 'new').map(([key, label]) => (
        <div key={key} className={classes.count}>
          <dt>{i18n._(label)}</dt>
          <dd>{i18n.number(counts[key])}</dd>
        </div>
      ))}
    </dl>
  )
}
