const at9 = (day: Temporal.ZonedDateTime) => day.toPlainDate().toPlainDateTime({ hour: 9 })

export const tomorrowAt9 = (now: Temporal.ZonedDateTime) => at9(now.add({ days: 1 }))

/** A week ahead on a Monday; the same as tomorrow on a Sunday. */
export const nextMondayAt9 = (now: Temporal.ZonedDateTime) => at9(now.add({ days: 8 - now.dayOfWeek }))
