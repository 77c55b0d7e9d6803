import { useLingui } from '@lingui/react/macro'
import { IconHourglass } from '@tabler/icons-react'
import { WaitingAge } from './WaitingAge.tsx'
import classes from './WaitingBadge.module.css'

/** How long somebody has waited for an answer, in a row of the list. */
export function WaitingBadge({ since, locationID }: { since: string; locationID: string }) {
  const { t } = useLingui()
  return (
    <span className={classes.root} title={t`Waiting for an answer`}>
      <IconHourglass size={11} aria-hidden="true" />
      <WaitingAge since={since} locationID={locationID} isShort />
    </span>
  )
}
