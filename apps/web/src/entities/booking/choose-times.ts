import { OFFERED_TIMES } from '@frontdesk/contract/rules'

/**
 * The first time of each of the next days, filled up with the earliest others: those that an offer by text will have.
 */
export function chooseTimes(times: readonly string[], zone: string): string[] {
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString()
  const firsts = times.filter((at, index) => index === 0 || dayOf(at) !== dayOf(times[index - 1] ?? at))
  const others = times.filter((at) => !firsts.includes(at))
  return [...firsts, ...others].slice(0, OFFERED_TIMES).toSorted()
}
