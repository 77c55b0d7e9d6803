import type { Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { TextButton } from '../../ui/text/TextButton.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './MergedNumbers.module.css'
import { unmergeConversation } from './unmerge-conversation.ts'

/** Unmerges a conversation, if the viewer has the permission; shows a failure as a toast. */
function useUnmerge(sid: string) {
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const may = can(useMe(), 'contacts_edit') && !isViewingAs
  const run = useMutation({
    mutationFn: (mergedSid: string) => unmergeConversation(cache, sid, mergedSid),
    onError: showFailure,
  })
  return { may, run }
}

/** The merged numbers whose messages are shown in this conversation. */
export function MergedNumbers({ conversation }: { conversation: Conversation }) {
  const { may, run } = useUnmerge(conversation.sid)
  return (
    <ul className={classes.list}>
      {conversation.merged?.map(({ sid, name, phoneNumber, tenantPhoneNumber, isOptedOut, isBlocked }) => (
        <li key={sid} className={classes.pair}>
          <span className={classes.who}>
            {name && <span>{name}</span>}
            <span className={classes.numbers}>
              <Trans>
                <span>{phoneText(phoneNumber)}</span> with <span>{phoneText(tenantPhoneNumber)}</span>
              </Trans>
            </span>
            {isBlocked && (
              <Badge color="red" variant="light" size="xs">
                <Trans>Blocked</Trans>
              </Badge>
            )}
            {isOptedOut && (
              <Badge color="orange" c="var(--fd-warning)" variant="light" size="xs">
                <Trans>Opted out of texts</Trans>
              </Badge>
            )}
          </span>
          {may && (
            <TextButton disabled={run.isPending} onClick={() => run.mutate(sid)}>
              <Trans>Unmerge</Trans>
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shown on the update about a merge until it is undone. */
export function UnmergeButton({ conversation, mergedSid }: { conversation: Conversation; mergedSid: string }) {
  const { may, run } = useUnmerge(conversation.sid)
  if (!may || !conversation.merged?.some(({ sid }) => sid === mergedSid)) return null
  return (
    <TextButton disabled={run.isPending} onClick={() => run.mutate(mergedSid)}>
      <Trans>Unmerge</Trans>
    </TextButton>
  )
}
