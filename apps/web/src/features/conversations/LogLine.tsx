import type { LogUpdate, Message } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { clock, exact } from '../../lib/time.ts'
import classes from './Bubble.module.css'

/** What was done to the conversation, by whom and when, on one line between the messages. */
export function LogLine({ message, update, zone }: { message: Message; update: LogUpdate; zone: string }) {
  const text = useUpdateText()(update, message.author)
  return (
    <p className={classes.update} data-message-sid={message.sid}>
      {text} <time title={exact(message.dateCreated, zone)}>{clock(message.dateCreated, zone)}</time>
    </p>
  )
}

/** An empty name is the business itself. */
function useUpdateText() {
  const { t } = useLingui()
  return ({ kind, value }: LogUpdate, name: string): string => {
    switch (kind) {
      case 'opened':
        return name ? t`${name} reopened the conversation` : t`Reopened automatically`
      case 'closed':
        return name ? t`${name} closed the conversation` : t`Closed automatically`
      case 'assigned':
        return name ? t`${name} assigned it to ${value}` : t`Assigned to ${value} automatically`
      case 'unassigned':
        return name ? t`${name} put it back into the queue` : t`Put back into the queue`
      case 'foldered':
        return name ? t`${name} moved it to the folder ${value}` : t`Moved to the folder ${value}`
      case 'moved':
        return name ? t`${name} moved it to ${value}` : t`Moved to ${value}`
      case 'message-deleted':
        return t`${name} deleted a message`
      case 'note-deleted':
        return t`${name} deleted a note`
      case 'status-changed':
        if (value === null) return name ? t`${name} removed the status` : t`Status removed`
        return name ? t`${name} set the status to ${value}` : t`Status set to ${value}`
    }
  }
}
