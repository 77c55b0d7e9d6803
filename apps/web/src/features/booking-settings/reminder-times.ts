import type { BookingConfigs } from '@frontdesk/contract/api'
import { unknownInText } from './booking-text.ts'

export type Reminder = BookingConfigs['reminders'][number]

export const REMINDERS_MAX = 5
const REMINDER_MINUTES = { min: 15, max: 30 * 24 * 60 } as const

export const REMINDER_UNITS = ['minutes', 'hours', 'days'] as const
export type ReminderUnit = (typeof REMINDER_UNITS)[number]

export const UNIT_MINUTES: Record<ReminderUnit, number> = { minutes: 1, hours: 60, days: 24 * 60 }

/** The largest unit that divides a time. */
export const unitOf = (minutes: number): ReminderUnit =>
  (minutes > 0 && REMINDER_UNITS.findLast((unit) => minutes % UNIT_MINUTES[unit] === 0)) || 'minutes'

export const isReminderTime = (minutes: number): boolean =>
  minutes >= REMINDER_MINUTES.min && minutes <= REMINDER_MINUTES.max

const areTimesApart = (reminders: readonly Reminder[]): boolean =>
  new Set(reminders.map(({ minutesBefore }) => minutesBefore)).size === reminders.length

/** Whether reminders can be saved as they are. */
export const areRemindersValid = (reminders: readonly Reminder[]): boolean =>
  areTimesApart(reminders) &&
  reminders.every(
    ({ minutesBefore, text }) =>
      isReminderTime(minutesBefore) && text.trim() !== '' && unknownInText(text).length === 0,
  )

/** Times to start a further reminder with. */
const USUAL_TIMES = [24 * 60, 2 * 60, 2 * 24 * 60, 60, 7 * 24 * 60, 30]

/** A time that no other reminder has. */
export const freeTime = (reminders: readonly Reminder[]): number =>
  USUAL_TIMES.find((minutes) => reminders.every(({ minutesBefore }) => minutesBefore !== minutes)) ?? 24 * 60
