import type { SendingSettings, SendingWindow } from '@frontdesk/contract/api'
import { strictStateOf, zonesOfNumber } from './area-codes.ts'

/** Where somebody is, as far as their number tells. */
export interface Whereabouts {
  /** All that the number may be in, the likeliest first; a text goes out only when it is day in each of them. */
  timeZones: string[]
  zoneFrom: 'area-code' | 'location'
  state: string | null
}

export function whereIs(contactPhone: string, locationZone: string): Whereabouts {
  const zones = zonesOfNumber(contactPhone)
  return zones.length > 0
    ? { timeZones: zones, zoneFrom: 'area-code', state: strictStateOf(contactPhone) }
    : { timeZones: [locationZone], zoneFrom: 'location', state: null }
}

/** No window is closed longer than over a week-end and its holidays. */
const LOOK_AHEAD_DAYS = 8

type Hours = Pick<SendingSettings, 'quietHours' | 'followsStateRules' | 'stateWindows'>

/** The first moment from `at` on at which the law allows to text somebody unasked; `at` itself when that is allowed. */
export function opensAt({ timeZones, state }: Whereabouts, hours: Hours, at: string): string {
  let instant = Temporal.Instant.from(at)
  // A zone that moves the moment may move it into the night of another one; after a few rounds all agree.
  for (let round = 0; round < LOOK_AHEAD_DAYS; round++) {
    const next = timeZones.reduce((latest, zone) => later(latest, opensIn(zone, state, hours, instant)), instant)
    if (Temporal.Instant.compare(next, instant) === 0) break
    instant = next
  }
  return instant.toString({ smallestUnit: 'millisecond' })
}

const later = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) >= 0 ? a : b)

function opensIn(zone: string, state: string | null, hours: Hours, at: Temporal.Instant): Temporal.Instant {
  const local = at.toZonedDateTimeISO(zone)
  for (let days = 0; days < LOOK_AHEAD_DAYS; days++) {
    const day = local.toPlainDate().add({ days })
    const window = windowOf(day, state, hours)
    if (!window) continue
    const opens = day.toZonedDateTime({ timeZone: zone, plainTime: window.opens }).toInstant()
    const closes = day.toZonedDateTime({ timeZone: zone, plainTime: window.closes }).toInstant()
    if (Temporal.Instant.compare(at, closes) < 0) return later(at, opens)
  }
  return at
}

/** The hours of a day that both the business's own rule and the state's law leave. */
function windowOf(
  day: Temporal.PlainDate,
  state: string | null,
  { quietHours, followsStateRules, stateWindows }: Hours,
): SendingWindow | null {
  const rule = followsStateRules ? stateWindows.find((one) => one.state === state) : undefined
  if (!rule) return quietHours
  const window = day.dayOfWeek === 7 ? rule.sunday : day.dayOfWeek === 6 ? rule.saturday : rule.weekdays
  if (!window) return null
  const [, opens = ''] = [window.opens, quietHours.opens].toSorted()
  const [closes = ''] = [window.closes, quietHours.closes].toSorted()
  return opens < closes ? { opens, closes } : null
}
