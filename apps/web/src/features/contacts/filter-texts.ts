import type { BirthdayKey, CONTACT_SORTS, ContactSource } from '@frontdesk/contract/rules'
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

export const SORT_TEXTS: Record<(typeof CONTACT_SORTS)[number], MessageDescriptor> = {
  name: msg`Name, A to Z`,
  '-name': msg`Name, Z to A`,
  '-added': msg`Newest contact first`,
  added: msg`Oldest contact first`,
  '-activity': msg`Latest activity first`,
  activity: msg`Oldest activity first`,
}

/** The existing sources; others are added with their features. */
export const PRESENT_SOURCES: readonly ContactSource[] = ['user', 'sms', 'csv-upload']
