import type { Needs } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'

export const CALENDAR_NEEDS = [
  ...BOOKING_NEEDS,
  'database',
  'directory',
  'googleCalendars',
  'fetchCalendarFile',
  'log',
] as const
export type CalendarDeps = Needs<(typeof CALENDAR_NEEDS)[number]>
