import { Plural } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import classes from './UnreadMark.module.css'

/** A dot on the link to the inbox while it has unread conversations. */
export function UnreadMark({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className={classes.root} aria-hidden="true" />
      <VisuallyHidden>
        <Plural value={count} one="# unread" other="# unread" />
      </VisuallyHidden>
    </>
  )
}
