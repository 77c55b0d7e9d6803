import type { Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconClockPause, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { exact, moment } from '../../lib/time.ts'
import classes from './ThreadStrip.module.css'
import { useConversationActions } from './use-conversation-actions.ts'
import { WaitingAge } from './waiting/WaitingAge.tsx'

interface Props {
  conversation: Conversation
  zone: string
}

/** What the conversation waits for, and how to end the waiting: its hour, or somebody's answer. */
export function AttentionStrip({ conversation, zone }: Props) {
  const { t } = useLingui()
  const { attend } = useConversationActions(conversation.sid)
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [isBusy, setIsBusy] = useState(false)
  const { isSnoozed, snoozedUntil, needsAnswerSince, locationID } = conversation.attributes
  if (!isSnoozed && !needsAnswerSince) return null

  const act = async () => {
    setIsBusy(true)
    await attend(isSnoozed ? 'wake' : 'handled')
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
            <Trans>Waiting for an answer</Trans>{' '}
            {needsAnswerSince && <WaitingAge since={needsAnswerSince} locationID={locationID} />}
          </span>
        </>
      )}
      {!isViewingAs && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={isBusy}
          data-tip={isSnoozed ? t`Back into the open list` : t`Nothing has to be answered here (h)`}
          data-tip-at="below-left"
          onClick={() => void act()}
        >
          {isSnoozed ? <Trans>Wake now</Trans> : <Trans>Handled without reply</Trans>}
        </Button>
      )}
    </div>
  )
}
