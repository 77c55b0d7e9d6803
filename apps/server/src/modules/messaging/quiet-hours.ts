import type { SendingSettings, SendingWindow } from '@frontdesk/contract/api'
import { strictStateOf, zonesOfNumber } from './area-codes.ts'

/** Time zones and state of a contact, derived from their number. */
export interface ContactRegion {
  /** All zones the number may be in, likeliest first. Automatic texts are sent only when it is daytime in each of them. */
  timeZones: string[]
  zoneFrom: 'area-code' | 'location'
  state: string | null
}

export function contactRegion(contactPhone: string, locationZone: string): ContactRegion {
  const zones = zonesOfNumber(contactPhone)
  return zones.length > 0
    ? { timeZones: zones, zoneFrom: 'area-code', state: strictStateOf(contactPhone) }
    : { timeZones: [locationZone], zoneFrom: 'location', state: null }
}

/** Upper bound of the search; sending is never closed longer than a weekend with holidays. */
const MAX_CLOSED_DAYS = 8

type Hours = Pick<SendingSettings, 'quietHours' | 'followsStateRules' | 'stateWindows'>

/** Returns the first instant from `at` on when automatic texts are allowed; `at` itself if they are. */
export function nextSendTime({ timeZones, state }: ContactRegion, hours: Hours, at: string): string {
  let instant = Temporal.Instant.from(at)
  // Moving the instant for one zone may move it into the night of another, so repeat until all zones agree.
  for (let round = 0; round < MAX_CLOSED_DAYS; round++) {
    const next = timeZones.reduce(
      (latest, zone) => maxInstant(latest, nextSendTimeInZone(zone, state, hours, instant)),
      instant,
    )
    if (Temporal.Instant.compare(next, instant) === 0) break
    instant = next
  }
  return instant.toString({ smallestUnit: 'millisecond' })
}

const maxInstant = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) >= 0 ? a : b)

function nextSendTimeInZone(zone: string, state: string | null, hours: Hours, at: Temporal.Instant): Temporal.Instant {
  const local = at.toZonedDateTimeISO(zone)
  for (let days = 0; days < MAX_CLOSED_DAYS; days++) {
    const day = local.toPlainDate().add({ days })
    const window = sendingWindowOn(day, state, hours)
    if (!window) continue
    const opens = day.toZonedDateTime({ timeZone: zone, plainTime: window.opens }).toInstant()
    const closes = day.toZonedDateTime({ timeZone: zone, plainTime: window.closes }).toInstant()
    if (Temporal.Instant.compare(at, closes) < 0) return maxInstant(at, opens)
  }
  return at
}

/** Intersects the business's sending hours with those of the state's law. */
function sendingWindowOn(
  day: Temporal.PlainDate,
  state: string | null,
  { quietHours, followsStateRules, stateWindows }: Hours,
): SendingWindow | null {
  const rule = followsStateRules ? stateWindows.find((window) => window.state === state) : undefined
  if (!rule) return quietHours
  const window = day.dayOfWeek === 7 ? rule.sunday : day.dayOfWeek === 6 ? rule.saturday : rule.weekdays
  if (!window) return null
  const [, opens = ''] = [window.opens, quietHours.opens].toSorted()
  const [closes = ''] = [window.closes, quietHours.closes].toSorted()
  return opens < closes ? { opens, closes } : null
}
