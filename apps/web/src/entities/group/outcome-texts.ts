import type { GroupMessage } from '@frontdesk/contract/api'
import type { DeliveryReason, RecipientOutcome, SkipReason } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const OUTCOME_TEXTS: Record<RecipientOutcome, MessageDescriptor> = {
  pending: msg`Waiting`,
  held: msg`Held for later`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  failed: msg`Failed`,
  skipped: msg`Left out`,
  cancelled: msg`Stopped`,
}

/** Why a recipient got no message, in a few words. */
export const RECIPIENT_REASON_TEXTS: Record<SkipReason | DeliveryReason, MessageDescriptor> = {
  'opted-out': msg`Opted out`,
  'opted-out-of-marketing': msg`Opted out of marketing`,
  'no-consent': msg`Hasn’t agreed to marketing texts`,
  'consent-review': msg`May have asked to stop`,
  'daily-limit': msg`Daily limit of automatic texts`,
  'number-limit': msg`Number at its send limit`,
  'brand-limit': msg`T-Mobile’s daily limit`,
  scheduled: msg`Waiting for their send time`,
  missed: msg`Missed their send time`,
  replied: msg`Already replied`,
  'control-group': msg`Left out for comparison`,
  'earlier-failed': msg`Earlier text didn’t arrive`,
  'conversation-deleted': msg`Conversation deleted`,
  blocked: msg`Blocked`,
  landline: msg`Landline`,
  'no-sending-account': msg`No carrier account`,
  'no-number': msg`No number to send from`,
  'invalid-number': msg`Invalid number`,
  'no-access': msg`No access for the sender`,
  'contact-deleted': msg`Contact deleted`,
  merged: msg`Merged with another recipient`,
  'no-review-link': msg`Location without a review link`,
  empty: msg`Empty text`,
  'too-long': msg`Text too long`,
  'quiet-hours': msg`Quiet hours`,
  'legal-holiday': msg`Legal holiday`,
  unreachable: msg`Phone unreachable`,
  'carrier-filtered': msg`Blocked by the carrier as spam`,
  unregistered: msg`Number not registered`,
  'queue-full': msg`Carrier too busy`,
  'media-refused': msg`Attachment rejected`,
  account: msg`Carrier account needs attention`,
  'never-accepted': msg`Never accepted by the carrier`,
  'outcome-unknown': msg`Not confirmed by the carrier`,
  stopped: msg`Stopped before it was sent`,
  outdated: msg`Out of date before it was sent`,
  held: msg`Held for later`,
  other: msg`No reason given by the carrier`,
}

const SENTENCES: Record<Exclude<SkipReason | DeliveryReason, 'blocked'>, MessageDescriptor> = {
  'opted-out': msg`They opted out of texts.`,
  'opted-out-of-marketing': msg`They opted out of marketing texts.`,
  'no-consent': msg`They haven’t agreed to marketing texts.`,
  'consent-review': msg`They may have asked you to stop. Review that text first.`,
  'daily-limit': msg`They’ve reached the daily limit of automatic texts.`,
  'number-limit': msg`The number that texts them is at its sending limit.`,
  'brand-limit': msg`Your business has reached T-Mobile’s daily limit, which starts over at midnight Pacific Time. Phones whose carrier isn’t known count too.`,
  scheduled: msg`It’s waiting for their send time.`,
  missed: msg`Frontdesk wasn’t running at their send time, so it wasn’t sent.`,
  replied: msg`They replied, so they get no more follow-ups.`,
  'control-group': msg`They were left out for comparison.`,
  'earlier-failed': msg`An earlier text didn’t arrive, so they get no more follow-ups.`,
  'conversation-deleted': msg`Their conversation was deleted, so they get no more follow-ups.`,
  landline: msg`Their number is a landline, which can’t receive texts.`,
  'no-sending-account': msg`The number they’d get it from isn’t connected to a carrier account.`,
  'no-number': msg`You have no number to send it from.`,
  'invalid-number': msg`Their number doesn’t exist.`,
  'no-access': msg`The teammate who sent it has no access to this contact.`,
  'contact-deleted': msg`The contact was deleted.`,
  merged: msg`They’re merged with another recipient, so they get it only once.`,
  'no-review-link': msg`Their location has no review link.`,
  empty: msg`The text would have been empty for them.`,
  'too-long': msg`The text would have been too long for them.`,
  'quiet-hours': msg`They are in their quiet hours.`,
  'legal-holiday': msg`Their state doesn’t allow marketing texts on legal holidays.`,
  unreachable: msg`The carrier can’t reach their phone.`,
  'carrier-filtered': msg`The carrier blocked it as spam. Reword it, and don’t use link shorteners such as bit.ly.`,
  unregistered: msg`Your number isn’t registered with the carriers yet.`,
  'queue-full': msg`The carrier’s queue was full each time we tried.`,
  'media-refused': msg`The carrier rejected the attachment.`,
  account: msg`Your carrier account needs attention. An owner can check it in Settings.`,
  'never-accepted': msg`The carrier never accepted it.`,
  'outcome-unknown': msg`The carrier hasn’t confirmed whether it arrived.`,
  stopped: msg`It was stopped before it was sent.`,
  outdated: msg`It was out of date before it was sent.`,
  held: msg`Held because of their quiet hours, a legal holiday or their daily limit. They’ll get it later.`,
  other: msg`The carrier gave no reason.`,
}

/** Why a recipient got no message, or gets it later, in a sentence. */
export const recipientReasonText = (
  outcome: RecipientOutcome,
  reason: SkipReason | DeliveryReason,
): MessageDescriptor => {
  // The carrier reports that the contact blocked us; the send gate, that we blocked the contact.
  if (reason === 'blocked')
    return outcome === 'failed' ? msg`They blocked your number.` : msg`You blocked their number.`
  // Quiet hours fail a text that was written before they began.
  if (reason === 'quiet-hours' && outcome === 'failed') return msg`Their quiet hours began before it could be sent.`
  return SENTENCES[reason]
}

export const KIND_TEXTS: Record<GroupMessage['kind'], MessageDescriptor> = {
  group: msg`Group message`,
  bulk: msg`Message to selected contacts`,
  'review-invite': msg`Review invites`,
  campaign: msg`Campaign`,
}

/** A rate as people read it; a dash without anything to count. */
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
