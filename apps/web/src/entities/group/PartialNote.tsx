import { Trans } from '@lingui/react/macro'
import classes from './Group.module.css'

/** Says that figures leave out recipients whose contacts the viewer may not see. */
export function PartialNote() {
  return (
    <p className={classes.counted} role="note">
      <Trans>Only the contacts you can see are counted. Other recipients are left out of these figures.</Trans>
    </p>
  )
}
