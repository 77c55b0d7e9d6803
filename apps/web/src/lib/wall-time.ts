const matches = (time: Temporal.ZonedDateTime, wall: Temporal.PlainDateTime) => time.toPlainDateTime().equals(wall)

/**
 * The instant of a wall time in a zone at which a period begins or ends. A time that the clocks skip is the moment they
 * change; of one that they repeat, the period takes both.
 */
export function periodEdge(wall: Temporal.PlainDateTime, zone: string, edge: 'start' | 'end'): Temporal.Instant {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (!matches(earlier, wall)) return (earlier.getTimeZoneTransition('next') ?? later).toInstant()
  return (edge === 'start' ? earlier : later).toInstant()
}
