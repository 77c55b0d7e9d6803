const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Today in a zone, and the first day to show: the one of the link, unless it has passed. */
export function shownDays(now: string, timeZone: string, asked: string | undefined): { today: string; from: string } {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const isAhead = asked !== undefined && DAY.test(asked) && asked > today
  return { today, from: isAhead ? asked : today }
}
