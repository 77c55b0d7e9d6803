import { clock } from '../../../lib/time.ts'
import { DAY_MINUTES } from './place-events.ts'

/** Minutes from midnight as 24-hour HH:MM; the end of the day is 00:00. */
export const wallTime = (minutes: number): string =>
  [Math.floor((minutes % DAY_MINUTES) / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Minutes from midnight, in the viewer’s time format. */
export const timeText = (minutes: number): string => clock(`2026-01-01T${wallTime(minutes)}:00Z`, 'UTC')
