import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { contactSummary } from '../../entities/contact/queries.ts'
import { fullDate } from '../../lib/time.ts'
import classes from './PanelSections.module.css'

/** All conversations with a contact in one sentence. */
export function SummaryText({ contactId }: { contactId: string }) {
  const { data } = useQuery(contactSummary(contactId))
  if (!data?.firstMessageOnUtc) return null
  const { conversations, openConversations, received, sent, firstMessageOnUtc, scheduledMessages } = data
  return (
    <p className={classes.fact}>
      <Plural value={conversations} one="# conversation" other="# conversations" />{' '}
      <Trans>
        ({openConversations} open) since {fullDate(firstMessageOnUtc)}: {received} received, {sent} sent
      </Trans>
      {scheduledMessages > 0 && (
        <>
          {', '}
          <Plural value={scheduledMessages} one="# scheduled" other="# scheduled" />
        </>
      )}
    </p>
  )
}
