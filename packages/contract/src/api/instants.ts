import { z } from 'zod'
import { isTimeZone } from '../rules/locations.ts'

/** PostgreSQL has no year 0, and PostgreSQL, Temporal and JavaScript format years after 9999 differently. */
const YEAR = /^[12]\d{3}-/
const MESSAGE = 'Must be between the years 1000 and 2999'

/** An instant with any offset. */
export const InstantInput = z.iso.datetime({ offset: true }).regex(YEAR, MESSAGE)

/** A calendar day, such as 2026-12-25. */
export const CalendarDateInput = z.iso.date().regex(YEAR, MESSAGE)

/** A date and time of day without a zone, to the minute. */
export const WallTimeInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'A date and time such as 2026-12-25T09:00')
  .regex(YEAR, MESSAGE)
  .refine((time) => z.iso.date().safeParse(time.slice(0, 10)).success, 'Not a valid date')

/** The name of a time zone, such as America/New_York. */
export const TimeZone = z.string().min(1).max(60).refine(isTimeZone, 'Not a time zone')
