import type { Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans } from '@lingui/react/macro'
import { IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { conversationsWith } from '../../../entities/conversation/queries.ts'
import { threadDialog } from '../../../entities/conversation/thread-dialog.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useIsSettled } from '../../../lib/use-is-settled.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import classes from '../ThreadStrip.module.css'

interface Props {
  conversation: Conversation
  isWhole: boolean
  onChange: (isWhole: boolean) => void
}

/**
 * For contacts who text several of the business's numbers: switches between this conversation and one timeline of all.
 */
export function TimelineBar({ conversation, isWhole, onChange }: Props) {
  const others = (
    useQuery({ ...conversationsWith(conversation.phoneNumber), enabled: useIsSettled() }).data ?? []
  ).filter(({ sid }) => sid !== conversation.sid)
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const may = can(useMe(), 'contacts_edit') && !isViewingAs
  if (others.length === 0 && !isWhole) return null
  const [other] = others
  return (
    <div className={classes.root}>
      <IconTimeline size={15} aria-hidden="true" />
      <span className={classes.text}>
        {isWhole ? (
          <Trans>
            All messages with this contact. You’re replying from {phoneText(conversation.tenantPhoneNumber)}.
          </Trans>
        ) : others.length === 1 && other ? (
          other.phoneNumber === conversation.phoneNumber ? (
            <Trans>They also text {phoneText(other.tenantPhoneNumber)}.</Trans>
          ) : (
            <Trans>They also text from {phoneText(other.phoneNumber)}.</Trans>
          )
        ) : (
          <Plural
            value={others.length}
            one="There is # other conversation with them."
            other="There are # other conversations with them."
          />
        )}
      </span>
      {may && other && (
        <TextButton onClick={() => threadDialog.open('merge')}>
          <Trans>Merge…</Trans>
        </TextButton>
      )}
      <TextButton onClick={() => onChange(!isWhole)} aria-pressed={isWhole}>
        {isWhole ? <Trans>Show this conversation only</Trans> : <Trans>Show all messages</Trans>}
      </TextButton>
    </div>
  )
}
