import type { DeliveryReason, DeliveryStatus, SendGateReason } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why a message did not arrive, in the words of a counter. */
export const DELIVERY_REASON_TEXTS: Record<DeliveryReason, MessageDescriptor> = {
  'opted-out': msg`We could not deliver this: the contact opted out of texts.`,
  blocked: msg`We could not deliver this: the number blocks our texts.`,
  landline: msg`We could not deliver this: the number is a landline.`,
  unreachable: msg`We could not deliver this: the phone was off or out of reach.`,
  'invalid-number': msg`We could not deliver this: the number does not exist.`,
  'carrier-filtered': msg`We could not deliver this: the carrier took it for spam. Say it in other words, without short links.`,
  unregistered: msg`We could not deliver this: your number is not registered with the carriers yet.`,
  'queue-full': msg`We could not deliver this: too many messages were waiting at the carrier.`,
  'media-refused': msg`We could not deliver this: the carrier did not take the attachment.`,
  account: msg`We could not deliver this: the carrier account needs attention. An owner can check it in the settings.`,
  'never-accepted': msg`We could not deliver this: the carrier never accepted it.`,
  'outcome-unknown': msg`The carrier has not told us whether this arrived.`,
  other: msg`We could not deliver this: the carrier gave no reason.`,
}

/** Why the send gate refused; the text stays with its writer. */
export const GATE_REASON_TEXTS: Record<SendGateReason, MessageDescriptor> = {
  'opted-out': msg`This contact opted out of texts, so nothing can be sent until they text START.`,
  blocked: msg`You blocked this number. Unblock it to send texts.`,
  landline: msg`This number is a landline and cannot receive texts.`,
  'quiet-hours': msg`It is night where the contact is. Texts that nobody asked for wait until the morning.`,
  'no-sending-account': msg`No carrier account is connected yet. An owner can add one in the settings.`,
}

/** The true state of one of our messages. */
export const DELIVERY_STATUS_TEXTS: Record<DeliveryStatus, MessageDescriptor> = {
  queued: msg`Waiting for the carrier`,
  sending: msg`Waiting for the carrier`,
  unknown: msg`Not confirmed yet`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  read: msg`Read`,
  undelivered: msg`Not delivered`,
  failed: msg`Not delivered`,
}
