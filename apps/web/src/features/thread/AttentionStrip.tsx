import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconClockPause, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { useConversationActions } from '../../entities/conversation/use-conversation-actions.ts'
import { WaitingAge } from '../../entities/conversation/WaitingAge.tsx'
import { useSession } from '../../lib/session/session.ts'
import { exact, moment } from '../../lib/time.ts'
import classes from './ThreadStrip.module.css'

interface Props {
  conversation: Conversation
  zone: string
}

/** Shows that a conversation is snoozed or waiting for a reply, with a button to end that. */
export function AttentionStrip({ conversation, zone }: Props) {
  const { t } = useLingui()
  const { markHandled, unsnooze } = useConversationActions(conversation.sid)
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [isBusy, setIsBusy] = useState(false)
  const { isSnoozed, snoozedUntil, needsAnswerSince, locationID } = conversation.attributes
  if (!isSnoozed && !needsAnswerSince) return null

  const act = async () => {
    setIsBusy(true)
    await (isSnoozed ? unsnooze() : markHandled(conversation))
    setIsBusy(false)
  }
  return (
    <div className={classes.root}>
      {isSnoozed ? (
        <>
          <IconClockPause size={15} aria-hidden="true" />
          <span className={classes.text}>
            {snoozedUntil ? (
              <Trans>
                Snoozed until{' '}
                <time dateTime={snoozedUntil} title={exact(snoozedUntil, zone)}>
                  {moment(snoozedUntil)}
                </time>
              </Trans>
            ) : (
              <Trans>Snoozed until they reply</Trans>
            )}
          </span>
        </>
      ) : (
        <>
          <IconHourglass size={15} aria-hidden="true" />
          <span className={classes.text}>
            {needsAnswerSince && (
              <Trans>
                Waiting <WaitingAge since={needsAnswerSince} locationID={locationID} /> for a reply
              </Trans>
            )}
          </span>
        </>
      )}
      {!isViewingAs && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={isBusy}
          data-tip={isSnoozed ? t`Show it in the list again` : t`No reply needed (h)`}
          data-tip-at="below-left"
          onClick={() => void act()}
        >
          {isSnoozed ? <Trans>Unsnooze</Trans> : <Trans>No reply needed</Trans>}
        </Button>
      )}
    </div>
  )
}
