import type { Booking } from '@frontdesk/contract/api'
import type { BookingSource, BookingStatus, DeskState, OverridableRule } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const STATUS_TEXTS: Record<BookingStatus, MessageDescriptor> = {
  held: msg`On hold`,
  requested: msg`Requested`,
  booked: msg`Booked`,
  confirmed: msg`Confirmed`,
  arrived: msg`Here`,
  completed: msg`Done`,
  cancelled: msg`Canceled`,
  declined: msg`Declined`,
  'no-show': msg`No-show`,
  expired: msg`Expired`,
}

export const DESK_TEXTS: Record<DeskState, MessageDescriptor> = {
  expected: msg`Expected`,
  'on-the-way': msg`On the way`,
  late: msg`Late`,
  here: msg`Here`,
  done: msg`Done`,
  'no-show': msg`No-show`,
}

export const SOURCE_TEXTS: Record<BookingSource, MessageDescriptor> = {
  teammate: msg`Teammate`,
  page: msg`Booking page`,
  text: msg`Text message`,
  automation: msg`Automation`,
  ai: msg`AI`,
  calendar: msg`Calendar`,
}

/** Names the action that ignores each rule. */
export const OVERRIDE_TEXTS: Record<OverridableRule, MessageDescriptor> = {
  past: msg`Book a time that has passed`,
  notice: msg`Book at short notice`,
  horizon: msg`Book this far ahead`,
  hours: msg`Book outside working hours`,
  'business-hours': msg`Book outside business hours`,
  holiday: msg`Book on a day with other hours`,
  'time-off': msg`Book during time off`,
  block: msg`Book in a blocked time`,
  calendar: msg`Book over an event in a calendar`,
  buffer: msg`Ignore the time before and after`,
  'day-limit': msg`Exceed the limit per day`,
  'person-limit': msg`Exceed the limit per person`,
}

/** Rules that a teammate ignored. */
export const IGNORED_RULE_TEXTS: Record<OverridableRule, MessageDescriptor> = {
  past: msg`Time in the past`,
  notice: msg`Notice`,
  horizon: msg`How far ahead`,
  hours: msg`Working hours`,
  'business-hours': msg`Business hours`,
  holiday: msg`Other hours on that day`,
  'time-off': msg`Time off`,
  block: msg`Blocked time`,
  calendar: msg`Event in a calendar`,
  buffer: msg`Time before and after`,
  'day-limit': msg`Limit per day`,
  'person-limit': msg`Limit per person`,
}

/** The services of a visit. */
export const servicesText = ({ items }: Pick<Booking, 'items'>): string =>
  items.map(({ serviceName }) => serviceName).join(' + ')

/** Names of the resources of a booking, each once. */
export const resourcesText = ({ items }: Pick<Booking, 'items'>): string =>
  [...new Set(items.flatMap(({ resources }) => resources.map(({ name }) => name)))].join(', ')
