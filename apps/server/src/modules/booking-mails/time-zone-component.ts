/**
 * The zone of a time as a VTIMEZONE: the offset that is in force then, and the next one, as an event of a few hours
 * needs no more. https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5
 */
export function timeZoneComponent(at: Temporal.ZonedDateTime): string {
  // The transition at the very moment counts as the previous one.
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const next = at.getTimeZoneTransition('next')
  const changes = [previous, next].flatMap((change) => (change ? [describeChange(change)] : []))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${at.timeZoneId}`,
    ...(previous ? [] : observance('STANDARD', '19700101T000000', { from: at, to: at })),
    ...changes.flat(),
    'END:VTIMEZONE',
  ].join('\r\n')
}

function describeChange(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 })
  // Its wall time by the clocks before the change.
  const wall = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  const isForward = change.offsetNanoseconds > before.offsetNanoseconds
  return observance(isForward ? 'DAYLIGHT' : 'STANDARD', compact(wall), { from: before, to: change })
}

const observance = (
  kind: 'STANDARD' | 'DAYLIGHT',
  start: string,
  { from, to }: Record<'from' | 'to', Temporal.ZonedDateTime>,
): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from.offset.replace(':', '')}`,
  `TZOFFSETTO:${to.offset.replace(':', '')}`,
  `END:${kind}`,
]

const compact = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
