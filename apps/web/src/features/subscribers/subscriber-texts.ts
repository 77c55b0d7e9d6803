import type { Subscriber } from '@frontdesk/contract/api'
import type { SubscriberSource, SubscriberState } from '@frontdesk/contract/rules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { CONSENT_SOURCE_TEXTS } from '../../entities/consent/consent-texts.ts'

export const STATE_TEXTS: Record<SubscriberState, MessageDescriptor> = {
  subscribed: msg`Subscribed`,
  pending: msg`Waiting for confirmation`,
  unsubscribed: msg`Unsubscribed`,
}

export const SOURCE_TEXTS: Record<SubscriberSource, MessageDescriptor> = {
  keyword: msg`Keyword`,
  'first-text': msg`First text`,
  text: msg`By text`,
  page: msg`Booking page`,
  teammate: msg`Added by a teammate`,
  import: msg`Import`,
}

/** How a person unsubscribed: the text they sent, or who recorded it and why. */
export function optOutText({ source, wording, recordedBy }: NonNullable<Subscriber['optOut']>): string {
  if (source === 'teammate' && recordedBy) return wording ? t`By ${recordedBy}: ${wording}` : t`By ${recordedBy}`
  const how = source === 'text' && wording ? t`Texted “${wording}”` : i18n._(CONSENT_SOURCE_TEXTS[source])
  return recordedBy ? t`${how}, recorded by ${recordedBy}` : how
}
