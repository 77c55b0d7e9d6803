import { Trans } from '@lingui/react/macro'
import { requestIdOf } from '../../lib/error-code.ts'
import classes from './RequestNumber.module.css'

/** The request id to quote when asking for help about a failure of the server. */
export function RequestNumber({ error }: { error: unknown }) {
  const id = requestIdOf(error)
  if (!id) return null
  return (
    <span className={classes.root}>
      <Trans>Request number {id}</Trans>
    </span>
  )
}
