import type { Conversation } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { IconCircleCheck } from '@tabler/icons-react'
import { useConversationActions } from '../../entities/conversation/use-conversation-actions.ts'
import classes from './SendNotice.module.css'

/** Says before writing that a message in a closed conversation leaves it closed. */
export function ClosedNotice({ conversation }: { conversation: Conversation }) {
  const { toggleClosed } = useConversationActions(conversation.sid)
  return (
    <div className={classes.root} data-kind="offer" role="note">
      <IconCircleCheck size={15} aria-hidden="true" />
      <span>
        <Trans>This conversation is closed. You can still write; it stays closed until you reopen it.</Trans>
      </span>
      <button type="button" className={classes.action} onClick={() => void toggleClosed(conversation)}>
        <Trans>Reopen</Trans>
      </button>
    </div>
  )
}
