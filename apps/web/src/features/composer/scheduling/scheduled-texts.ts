import type { ScheduledMessage } from '@frontdesk/contract/api'
import type { StopReason } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { GATE_REASON_TEXTS } from '../../../entities/message/delivery-texts.ts'

const STOP_TEXTS: Record<StopReason, MessageDescriptor> = {
  'payment-closed': msg`Not sent: the payment request or estimate was already paid or canceled.`,
  'payment-contact-changed': msg`Not sent: the number now belongs to another contact than the payment request or estimate.`,
  ...GATE_REASON_TEXTS,
  'too-late': msg`Not sent: its time passed while Frontdesk wasn’t running. Send it anyway?`,
}

/** Why it waits for a teammate's decision. */
export const stopText = ({ reasons }: ScheduledMessage): string =>
  reasons.map((reason) => i18n._(STOP_TEXTS[reason])).join(' ')
