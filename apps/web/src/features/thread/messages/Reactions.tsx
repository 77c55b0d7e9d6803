import type { Message, Reaction } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { clock, exact } from '../../../lib/time.ts'
import classes from './Bubble.module.css'
import { useMessageRef } from './message-elements.ts'

export function Reactions({ reactions }: { reactions: readonly Reaction[] }) {
  const { t } = useLingui()
  const emoji = reactions.map((reaction) => reaction.emoji).join(' ')
  return (
    <span className={classes.reactions} role="img" aria-label={t`The contact reacted: ${emoji}`}>
      {emoji}
    </span>
  )
}

interface Props {
  message: Message
  reaction: { emoji: string; isRemoved: boolean }
  zone: string
}

/** A text that only reports a reaction: shown small, with the original text in the title. */
export function ReactionLine({ message, reaction: { emoji, isRemoved }, zone }: Props) {
  return (
    <p ref={useMessageRef(message.sid)} className={classes.update} data-message-sid={message.sid} title={message.body}>
      {isRemoved ? <Trans>Removed {emoji}</Trans> : <Trans>Reacted {emoji}</Trans>}{' '}
      <time dateTime={message.dateCreated} title={exact(message.dateCreated, zone)}>
        {clock(message.dateCreated)}
      </time>
    </p>
  )
}
