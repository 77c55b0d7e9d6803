import type { ConsentEvent, NumberConsent } from '@frontdesk/contract/api'
import type { ConsentSource } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { fullDate } from '../../lib/time.ts'

/** How a person gave or withdrew consent. */
export const CONSENT_SOURCE_TEXTS: Record<ConsentSource, MessageDescriptor> = {
  text: msg`By text`,
  carrier: msg`Reported by the carrier`,
  'phone-call': msg`On the phone`,
  'in-person': msg`In person`,
  'paper-form': msg`On paper`,
  email: msg`By email`,
  'web-page': msg`On a web page`,
  import: msg`Import`,
  teammate: msg`By a teammate`,
}

/** Describes a consent record. */
export function consentEventText({
  kind,
  purpose,
  source,
}: Pick<ConsentEvent, 'kind' | 'purpose'> & Partial<Pick<ConsentEvent, 'source'>>): string {
  if (kind === 'purchase') return t`Bought something: implied consent in Canada`
  if (kind === 'inquiry') return t`Asked about something: implied consent in Canada`
  if (kind === 'help') return t`Asked for help`
  if (kind === 'void') {
    if (source === 'import') return t`Import undone: its opt-in to marketing texts no longer counts`
    return source === 'teammate'
      ? t`Withdrawn: recorded by mistake, so it implies no consent`
      : t`Undone: this text was not an opt-out`
  }
  if (kind === 'opt-out') return purpose === 'marketing' ? t`Opted out of marketing texts` : t`Opted out of all texts`
  if (purpose === 'marketing') return t`Opted in to marketing texts`
  return purpose === 'service' ? t`Opted in to texts other than marketing` : t`Opted in to all texts`
}

/** Whether a pair of numbers may be texted, in words. */
export function consentStateText({ service, marketing, impliedUntilUtc, isOptedOutByText }: NumberConsent): string {
  if (service === 'opted-out')
    return isOptedOutByText ? t`Opted out by text, until they text START` : t`Opted out of all texts`
  if (marketing === 'opted-out') return t`Opted out of marketing texts`
  if (marketing === 'opted-in')
    return service === 'opted-in' ? t`Opted in to all texts` : t`Opted in to marketing texts`
  if (impliedUntilUtc) return t`Implied consent to marketing texts until ${fullDate(impliedUntilUtc)}, in Canada only`
  return service === 'opted-in' ? t`Opted in to texts other than marketing` : t`No opt-in or opt-out recorded`
}
