import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import classes from './UnreadCount.module.css'

interface Props {
  /** 0: marked unread by oneself, with nothing new in it. */
  count: number
  /** Above it, it is said to be more. */
  shownMax: number
}

/** How much waits unread: a number in a pill, and the words for who cannot see it. */
export function UnreadCount({ count, shownMax }: Props) {
  return (
    <span className={classes.root}>
      <span aria-hidden="true">{count === 0 ? '•' : count > shownMax ? `${shownMax}+` : count}</span>
      <VisuallyHidden>{count === 0 ? <Trans>Marked unread</Trans> : <Trans>{count} unread</Trans>}</VisuallyHidden>
    </span>
  )
}
