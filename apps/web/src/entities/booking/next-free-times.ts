import type { QueryClient } from '@tanstack/react-query'
import { serverInstant } from '../../lib/server-time.ts'
import { clock, monthDay, weekday } from '../../lib/time.ts'
import { slotsQuery } from './queries.ts'

const DAYS = 14
const OFFERED = 3

interface Wanted {
  serviceID: string
  locationID: string
  zone: string
}

/** Up to three free times of a service in the next two weeks as text, on different days if there are enough. */
export async function nextFreeTimes(cache: QueryClient, { serviceID, locationID, zone }: Wanted): Promise<string[]> {
  const from = Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone).toPlainDate().toString()
  const visit = { locationID, items: [{ serviceID }] }
  const { slots } = await cache.fetchQuery({ ...slotsQuery({ visit, from, days: DAYS }), staleTime: 0 })
  return chooseTimes(
    slots.map(({ startsOnUtc }) => startsOnUtc),
    zone,
    // Without “tomorrow”: it may be read on another day.
  ).map((at) => `${weekday(at, zone)}, ${monthDay(at, zone)}, ${clock(at, zone)}`)
}

/** The first time of each of the next days, filled up with the earliest others. */
export function chooseTimes(times: readonly string[], zone: string): string[] {
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString()
  const firsts = times.filter((at, index) => index === 0 || dayOf(at) !== dayOf(times[index - 1] ?? at))
  const others = times.filter((at) => !firsts.includes(at))
  return [...firsts, ...others].slice(0, OFFERED).toSorted()
}
