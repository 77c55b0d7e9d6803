import { z } from 'zod'

/** PostgreSQL has no year 0, and years beyond 9999 are written differently by PostgreSQL, Temporal and JavaScript. */
const YEAR = /^[12]\d{3}-/
const MESSAGE = 'Must lie between the years 1000 and 2999'

/** An instant in an input, with any offset. */
export const InstantInput = z.iso.datetime({ offset: true }).regex(YEAR, MESSAGE)

/** A calendar day in an input, such as 2026-12-25. */
export const CalendarDateInput = z.iso.date().regex(YEAR, MESSAGE)
