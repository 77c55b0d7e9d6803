import type { DateRange } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const RANGE_TEXTS: Record<DateRange, MessageDescriptor> = {
  all_time: msg`Any time`,
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  week_to_date: msg`This week so far`,
  last_week: msg`Last week`,
  month_to_date: msg`This month so far`,
  last_month: msg`Last month`,
  year_to_date: msg`This year so far`,
  last_year: msg`Last year`,
  last_7_days: msg`Last 7 days`,
  last_4_weeks: msg`Last 4 weeks`,
  this_month: msg`This month`,
  last_3_months: msg`Last 3 months`,
  last_12_months: msg`Last 12 months`,
  this_year: msg`This year`,
  custom: msg`Custom range`,
}

/** Every range except any time and a custom one, in groups for display. */
export const RANGE_GROUPS: readonly { name: MessageDescriptor; ranges: readonly DateRange[] }[] = [
  { name: msg`To date`, ranges: ['today', 'week_to_date', 'month_to_date', 'year_to_date'] },
  { name: msg`Recent`, ranges: ['last_7_days', 'last_4_weeks', 'last_3_months', 'last_12_months'] },
  {
    name: msg`Calendar`,
    ranges: ['yesterday', 'last_week', 'last_month', 'last_year', 'this_month', 'this_year'],
  },
]
