import type { Conversation, SendPreview } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconInfoCircle, IconMoon } from '@tabler/icons-react'
import { GATE_REASON_TEXTS } from '../../entities/message/delivery-texts.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { clock, zoneName } from '../../lib/time.ts'
import classes from './SendNotice.module.css'
import { refusalsOf } from './send-refusals.ts'

interface Props {
  conversation: Conversation
  /** In a merged conversation: the conversation whose pair of numbers it would be sent by. */
  viaSid: string | undefined
  /** Verdict of the send gate, once loaded. */
  gateAnswer: SendPreview | undefined
  /** Schedules the draft for that time; absent while the draft is empty. */
  onSendAt: ((at: string) => void) | null
}

/** Shows the send gate's verdict before anything is sent. */
export function SendNotice({ conversation, viaSid, gateAnswer: data, onSendAt }: Props) {
  const { i18n, t } = useLingui()
  const reasons = refusalsOf(conversation, viaSid, data)
  if (reasons.length > 0) {
    return (
      <div className={classes.root} role="note">
        <IconInfoCircle size={15} aria-hidden="true" />
        <span>{reasons.map((reason) => i18n._(GATE_REASON_TEXTS[reason])).join(' ')}</span>
      </div>
    )
  }
  const opensAt = data?.warnings.includes('quiet-hours') ? data.opensAt : null
  if (!data || !opensAt) return null
  const opening = clock(opensAt, data.timeZone)
  return (
    <div className={classes.root} data-kind="warning" role="note">
      <IconMoon size={15} aria-hidden="true" />
      <span>
        <Trans>
          It’s {clock(serverInstant(), data.timeZone)} for them ({zoneName(data.timeZone)}), during their quiet hours.
        </Trans>{' '}
        {data.timeZoneFrom === 'location' && t`We’re using your location’s time zone.`}
        {data.timeZoneFrom === 'country' && t`Their number could be anywhere in the country.`}
      </span>
      {onSendAt && (
        <button type="button" className={classes.action} onClick={() => onSendAt(opensAt)}>
          <Trans>Send at {opening} their time</Trans>
        </button>
      )}
    </div>
  )
}
