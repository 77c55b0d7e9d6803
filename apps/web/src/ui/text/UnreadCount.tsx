import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import classes from './UnreadCount.module.css'

interface Props {
  /** 0: only marked unread by the viewer. */
  count: number
  /** Larger numbers are shown as this number with a plus. */
  shownMax: number
}

/** The number of unread messages in a pill, with a text for screen readers. */
export function UnreadCount({ count, shownMax }: Props) {
  return (
    <span className={classes.root}>
      <span aria-hidden="true">{count === 0 ? '•' : count > shownMax ? `${shownMax}+` : count}</span>
      <VisuallyHidden>{count === 0 ? <Trans>Marked unread</Trans> : <Trans>{count} unread</Trans>}</VisuallyHidden>
    </span>
  )
}
