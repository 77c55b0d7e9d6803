import type { Conversation, SendGateReason } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { IconInfoCircle } from '@tabler/icons-react'
import { GATE_REASON_TEXTS } from './delivery-texts.ts'
import classes from './SendNotice.module.css'

/** Says before writing what the send gate would say after it. */
export function SendNotice({ conversation }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const { isOptedOut, isBlocked, lineType } = conversation.contact
  const reason: SendGateReason | null = isBlocked
    ? 'blocked'
    : isOptedOut
      ? 'opted-out'
      : lineType === 'landline'
        ? 'landline'
        : null
  if (!reason) return null
  return (
    <p className={classes.root} role="note">
      <IconInfoCircle size={15} aria-hidden="true" />
      {i18n._(GATE_REASON_TEXTS[reason])}
    </p>
  )
}
