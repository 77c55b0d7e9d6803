import type { DeliveryReason, DeliveryStatus, SendGateReason } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why a message was not delivered. */
export const DELIVERY_REASON_TEXTS: Record<DeliveryReason, MessageDescriptor> = {
  'opted-out': msg`The contact opted out of texts.`,
  'no-consent': msg`The contact hasn’t agreed to marketing texts.`,
  'consent-review': msg`The contact may have asked you to stop. Review that text first.`,
  'daily-limit': msg`The contact had reached the daily limit of automatic texts.`,
  blocked: msg`The contact blocked your number.`,
  landline: msg`The number is a landline.`,
  'quiet-hours': msg`The contact’s quiet hours began before it could be sent.`,
  unreachable: msg`The phone was off or out of range.`,
  'invalid-number': msg`The number doesn’t exist.`,
  'carrier-filtered': msg`The carrier blocked it as spam. Reword it, and don’t use link shorteners such as bit.ly.`,
  unregistered: msg`Your number isn’t registered with the carriers yet.`,
  'queue-full': msg`The carrier’s queue was full each time we tried.`,
  'brand-limit': msg`T-Mobile’s daily limit was reached.`,
  'media-refused': msg`The carrier rejected the attachment.`,
  account: msg`Your carrier account needs attention. An owner can check it in Settings.`,
  'never-accepted': msg`The carrier never accepted it.`,
  'outcome-unknown': msg`The carrier hasn’t confirmed whether this arrived.`,
  stopped: msg`The campaign, group message, or automation was stopped before this text was sent.`,
  replied: msg`The contact replied before this follow-up was sent.`,
  held: msg`Held because of the contact’s quiet hours, a legal holiday or their daily limit. It will be sent later.`,
  missed: msg`Frontdesk wasn’t running when it was due, so it wasn’t sent.`,
  outdated: msg`The visit or payment changed before this text was sent.`,
  other: msg`The carrier gave no reason.`,
}

/** Why the send gate refused; the draft is kept. */
export const GATE_REASON_TEXTS: Record<SendGateReason, MessageDescriptor> = {
  'opted-out': msg`This contact opted out of texts. You can text them again once they opt in, for example by texting START.`,
  'opted-out-of-marketing': msg`This contact opted out of marketing texts. You can still text them in a conversation.`,
  'no-consent': msg`This contact hasn’t agreed to marketing texts. You can still text them in a conversation.`,
  'consent-review': msg`This contact may have asked to stop texts. They get no marketing texts until someone decides.`,
  blocked: msg`You blocked this number. Unblock it to send texts.`,
  landline: msg`This number is a landline and can’t receive texts.`,
  unreachable: msg`The carrier couldn’t reach this number last time. Automatic texts stop until they text you, or a text arrives.`,
  'daily-limit': msg`This contact has reached the daily limit of automatic texts. The next one waits until tomorrow.`,
  'quiet-hours': msg`It’s during the contact’s quiet hours. Texts they didn’t ask for wait until morning.`,
  'no-sending-account': msg`No carrier account is connected yet. An owner can add one in Settings.`,
}

/** Delivery state of an outgoing message. */
export const DELIVERY_STATUS_TEXTS: Record<DeliveryStatus, MessageDescriptor> = {
  queued: msg`Waiting for the carrier`,
  sending: msg`Waiting for the carrier`,
  unknown: msg`Not confirmed yet`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  read: msg`Read`,
  undelivered: msg`Undelivered`,
  failed: msg`Undelivered`,
}
