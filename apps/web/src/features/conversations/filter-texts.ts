import type { ConversationCriteria, DateRange } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const RANGE_TEXTS: Record<DateRange, MessageDescriptor> = {
  all_time: msg`Any time`,
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  week_to_date: msg`Week to date`,
  last_week: msg`Last week`,
  month_to_date: msg`Month to date`,
  last_month: msg`Last month`,
  year_to_date: msg`Year to date`,
  last_year: msg`Last year`,
  last_7_days: msg`Last 7 days`,
  last_4_weeks: msg`Last 4 weeks`,
  this_month: msg`This month`,
  last_3_months: msg`Last 3 months`,
  last_12_months: msg`Last 12 months`,
  this_year: msg`This year`,
  custom: msg`Custom`,
}

type Source = NonNullable<ConversationCriteria['sources']>[number]

export const SOURCE_TEXTS: Record<Source, MessageDescriptor> = {
  sms: msg`Text message`,
  voicecall: msg`Phone call`,
  webchat: msg`Webchat`,
  popup: msg`Pop-up`,
  messenger: msg`Messenger`,
  instagram: msg`Instagram`,
  google: msg`Google`,
}

/** The channels that exist; a source to choose appears with the feature that brings it. */
export const PRESENT_SOURCES: readonly Source[] = ['sms']
