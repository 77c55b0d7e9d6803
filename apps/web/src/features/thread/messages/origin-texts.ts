import type { AutoReplyCause, MessagePurpose, OriginHoldReason, ZoneSource } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const PURPOSE_TEXTS: Record<MessagePurpose, MessageDescriptor> = {
  marketing: msg`It’s a marketing text. It doesn’t go to people who opted out, and it waits during quiet hours.`,
  automatic: msg`It’s an automatic text. It doesn’t need marketing consent.`,
  conversation: msg`It’s part of a conversation, so it doesn’t need marketing consent.`,
  'keyword-answer': msg`It’s the one reply to a keyword, such as STOP, that carriers and the law require.`,
}

export const AUTO_REPLY_TEXTS: Record<AutoReplyCause, MessageDescriptor> = {
  'after-hours': msg`An automatic reply, because they texted outside business hours.`,
  greeting: msg`An automatic greeting, because they texted you for the first time.`,
  idle: msg`An automatic text, because the conversation was quiet for a while and was closed.`,
  help: msg`An automatic reply to HELP.`,
  'opt-out-confirmation': msg`A confirmation that they opted out, sent only once.`,
  'opt-in-question': msg`It asks them to confirm that they want to subscribe, because they texted an opt-in keyword.`,
  'opt-in-confirmation': msg`A confirmation that they subscribed.`,
  booking: msg`It tells them about their visit.`,
  payment: msg`It tells them about their payment or estimate.`,
  'subscribe-question': msg`It asks whether they want marketing texts, because they texted you for the first time.`,
}

/** Why a message waited, until a time in a zone. */
export const HOLD_TEXTS: Record<OriginHoldReason, (until: string, zone: string) => MessageDescriptor> = {
  'quiet-hours': (until, zone) => msg`It waited until ${until} ${zone} for the end of their quiet hours.`,
  'daily-limit': (until, zone) =>
    msg`It waited until ${until} ${zone}, because they’d reached the daily limit of automatic texts.`,
  scheduled: (until, zone) => msg`It waited until ${until} ${zone}, its scheduled time.`,
  'number-limit': (until, zone) =>
    msg`It waited until ${until} ${zone}, because your number was at its limit of messages per second.`,
  'brand-limit': (until, zone) =>
    msg`It waited until ${until} ${zone}, because your business had reached T-Mobile’s daily limit.`,
  'outside-hours': (until, zone) => msg`It waited until ${until} ${zone} for your business hours.`,
}

/** Source of a time zone. A number of a whole country is explained with the hours of all its zones. */
export const ZONE_SOURCE_TEXTS: Record<Exclude<ZoneSource, 'country'>, MessageDescriptor> = {
  address: msg`The time zone comes from their state.`,
  'area-code': msg`The time zone comes from the area code of their number.`,
  location: msg`The time zone is that of your location, because their number is from another country.`,
}
