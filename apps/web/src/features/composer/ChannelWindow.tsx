import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconClockExclamation, IconHourglass } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/server-time.ts'
import { clock } from '../../lib/time.ts'
import classes from './SendNotice.module.css'

const MINUTE_MS = 60_000
/** With more time left than this nothing is shown. */
const SAID_MS = 6 * 60 * MINUTE_MS
const URGENT_MS = 60 * MINUTE_MS

/** Time left to reply in the contact's channel, by the server's clock; null if it has no limit. */
export function useChannelWindow({ attributes }: Pick<Conversation, 'attributes'>): number | null {
  const endsAt = attributes.channelWindowEndsUTC
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (endsAt === null) return
    const look = () => setNow(serverNow())
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return endsAt === null ? null : Math.max(0, Date.parse(endsAt) - now)
}

interface Props {
  conversation: Conversation
  left: number
}

/** Shows the time left to reply, and what to do once it has passed. */
export function ChannelWindow({ conversation: { attributes }, left }: Props) {
  const { t } = useLingui()
  if (left > SAID_MS) return null
  if (left === 0) {
    return (
      <div className={classes.root} data-kind="warning" role="note">
        <IconClockExclamation size={15} aria-hidden="true" />
        <Trans>The time to reply here has passed. You can write again once they message you.</Trans>
      </div>
    )
  }
  const minutes = Math.floor(left / MINUTE_MS)
  const seconds = String(Math.floor((left % MINUTE_MS) / 1000)).padStart(2, '0')
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const until = clock(attributes.channelWindowEndsUTC ?? '')
  return (
    <div className={classes.root} data-kind={left < URGENT_MS ? 'warning' : 'offer'} role="note">
      <IconHourglass size={15} aria-hidden="true" />
      <span>
        <Trans>You can reply here until {until}.</Trans>{' '}
        <span role="timer">{hours > 0 ? t`${hours} h ${rest} min left` : t`${minutes}:${seconds} left`}</span>
      </span>
    </div>
  )
}
