import type { Message } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { useMe } from '../../../lib/session/use-me.ts'
import classes from './SeenBy.module.css'

/** Other teammates who saw the last message. */
export function SeenBy({ message }: { message: Message }) {
  const me = useMe()
  const names = message.attributes.seenBy
    .filter(({ userId }) => userId !== me.userId && userId !== message.authorUserID)
    .map(({ displayName }) => displayName)
  if (names.length === 0) return null
  return (
    <p className={classes.root} data-side={message.attributes.isOutgoingMessage ? 'out' : 'in'}>
      <Trans>Seen by {names.join(', ')}</Trans>
    </p>
  )
}
