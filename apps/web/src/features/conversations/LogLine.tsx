import type { LogUpdate, Message } from '@frontdesk/contract'
import { clock, exact } from '../../lib/time.ts'
import classes from './Bubble.module.css'
import { useUpdateText } from './update-text.ts'

/** What was done to the conversation, by whom and when, on one line between the messages. */
export function LogLine({ message, update, zone }: { message: Message; update: LogUpdate; zone: string }) {
  const text = useUpdateText()(update, message.author)
  return (
    <p className={classes.update} data-message-sid={message.sid}>
      {text} <time title={exact(message.dateCreated, zone)}>{clock(message.dateCreated, zone)}</time>
      {update.note && <q className={classes.updateNote}>{update.note}</q>}
    </p>
  )
}
