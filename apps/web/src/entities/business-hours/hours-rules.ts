import type { HoursException, OpenSpan, WeekHours } from '@frontdesk/contract/api'
import { areSpansApart, WEEKDAYS } from '@frontdesk/contract/rules'

const TIME = /^\d\d:\d\d$/

/** Whether the spans of a day can be saved: a time that is being typed cannot. */
export const areSpansValid = (spans: readonly OpenSpan[]): boolean =>
  spans.every(({ opens, closes }) => TIME.test(opens) && TIME.test(closes)) && areSpansApart(spans)

export const isWeekValid = (week: WeekHours): boolean => WEEKDAYS.every((day) => areSpansValid(week[day]))

export const areExceptionsValid = (exceptions: readonly HoursException[]): boolean =>
  exceptions.every(({ date, spans }) => date !== '' && areSpansValid(spans)) &&
  new Set(exceptions.map(({ date }) => date)).size === exceptions.length
