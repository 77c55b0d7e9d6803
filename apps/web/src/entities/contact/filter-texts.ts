import type { BirthdayKey, CONTACT_SORTS, OptOutParam } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const BIRTHDAY_TEXTS: Record<BirthdayKey, MessageDescriptor> = {
  yesterday: msg`Yesterday`,
  today: msg`Today`,
  tomorrow: msg`Tomorrow`,
  this_week: msg`This week`,
  next_week: msg`Next week`,
  this_month: msg`This month`,
  next_month: msg`Next month`,
}

export const OPT_OUT_PARAMS = ['yes', 'marketing', 'either', 'no', 'nothing'] as const satisfies OptOutParam[]

export const OPT_OUT_TEXTS: Record<OptOutParam, MessageDescriptor> = {
  yes: msg`Opted out of all texts`,
  marketing: msg`Opted out of marketing only`,
  either: msg`Opted out of all texts or marketing`,
  no: msg`Not opted out, or of marketing only`,
  nothing: msg`Not opted out at all`,
}

export const SORT_TEXTS: Record<(typeof CONTACT_SORTS)[number], MessageDescriptor> = {
  name: msg`Name, A to Z`,
  '-name': msg`Name, Z to A`,
  '-added': msg`Newest contact first`,
  added: msg`Oldest contact first`,
  '-activity': msg`Latest activity first`,
  activity: msg`Oldest activity first`,
}
