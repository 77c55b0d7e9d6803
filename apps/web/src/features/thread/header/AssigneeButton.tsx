import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignConversation } from '../../../entities/conversation/assign-conversation.ts'
import { threadDialog } from '../../../entities/conversation/thread-dialog.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { HeaderAction } from './HeaderAction.tsx'
import classes from './ThreadHeader.module.css'

/** Shows the assignee; one press claims an unassigned conversation. */
export function AssigneeButton({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const showFailure = useFailureToast()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [isTaking, setIsTaking] = useState(false)
  const { toUserID, toUserName } = conversation.attributes
  const person = useTeammates().find(({ userID }) => userID === toUserID)
  if (isViewingAs) return null

  if (toUserID && toUserName) {
    return (
      <UnstyledButton
        className={classes.assignee}
        aria-label={t`Assigned to ${toUserName}. Change`}
        data-tip={toUserID === me.userId ? t`Assigned to you (a)` : t`Assigned to ${toUserName} (a)`}
        data-tip-at="below"
        onClick={() => threadDialog.open('assign')}
      >
        <Avatar name={toUserName} colorKey={toUserID} image={person?.profileUrl ?? null} size={28} />
      </UnstyledButton>
    )
  }
  const take = () => {
    setIsTaking(true)
    void assignConversation(cache, conversation.sid, { toUserID: me.userId, isClaim: true })
      .catch(showFailure)
      .finally(() => setIsTaking(false))
  }
  return (
    <HeaderAction
      label={t`Assign to me`}
      tip={t`Press a to assign it to a teammate`}
      icon={<IconUserCheck size={15} />}
      variant="light"
      isBusy={isTaking}
      onClick={take}
    />
  )
}
