import { z } from 'zod'

/** PostgreSQL has no year 0, and PostgreSQL, Temporal and JavaScript format years after 9999 differently. */
const YEAR = /^[12]\d{3}-/
const MESSAGE = 'Must be between the years 1000 and 2999'

/** An instant with any offset. */
export const InstantInput = z.iso.datetime({ offset: true }).regex(YEAR, MESSAGE)

/** A calendar day, such as 2026-12-25. */
export const CalendarDateInput = z.iso.date().regex(YEAR, MESSAGE)
