/** The day that weeks begin with, as `Date` counts: 0 is Sunday. */
export const FIRST_WEEKDAY = 0

/** The first day of the week of a day. */
export const startOfWeek = (day: Temporal.PlainDate): Temporal.PlainDate =>
  day.subtract({ days: (day.dayOfWeek - FIRST_WEEKDAY + 7) % 7 })
