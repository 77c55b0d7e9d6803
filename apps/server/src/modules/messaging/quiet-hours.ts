import type { SendingSettings, SendingWindow } from '@frontdesk/contract/api'
import {
  CANADIAN_HOURS,
  FEDERAL_HOURS,
  type LegalHoliday,
  STATE_RULES,
  type WeekHours,
  type ZoneSource,
} from '@frontdesk/contract/rules'
import {
  type Country,
  countryOfNumber,
  isNorthAmerican,
  strictStateOf,
  zonesOfCountry,
  zonesOfNumber,
} from './area-codes.ts'
import { holidayAnywhere, holidayOn } from './holidays.ts'
import { readState } from './states.ts'

/** Possible region of a contact, derived from their address, their number, or else their country. */
export interface ContactRegion {
  /**
   * All zones the contact may be in, likeliest first. Automatic texts are sent only when it is daytime in each of them.
   */
  timeZones: string[]
  zoneFrom: ZoneSource
  state: string | null
  country: Country | null
}

/** Hints about a contact’s region, besides their number. */
export interface ContactRegionHints {
  countryCode?: string | null
  /** Value of the contact's field for the state. */
  stateText?: string | null
}

/**
 * The zones of the contact's address, if it is known, else of the area code. A number of no area (toll-free, or a new
 * code) may be anywhere in its country, under the law of any state; a number of another country is assumed to be at the
 * location.
 */
export function contactRegion(
  contactPhone: string,
  locationZone: string,
  { countryCode = null, stateText = null }: ContactRegionHints = {},
): ContactRegion {
  const stated = stateText === null ? null : readState(stateText)
  if (stated) {
    const { code, country: ofAddress, timeZones } = stated
    const isStrict = ofAddress === 'US' && STATE_RULES.some(({ state }) => state === code)
    return { timeZones, zoneFrom: 'address', state: isStrict ? code : null, country: ofAddress }
  }
  const zones = zonesOfNumber(contactPhone)
  const country = countryOfNumber(contactPhone)
  if (zones.length > 0) return { timeZones: zones, zoneFrom: 'area-code', state: strictStateOf(contactPhone), country }
  if (!isNorthAmerican(contactPhone)) return { timeZones: [locationZone], zoneFrom: 'location', state: null, country }
  const ofContact = countryCode === 'CA' ? 'CA' : 'US'
  return { timeZones: zonesOfCountry(ofContact), zoneFrom: 'country', state: null, country: ofContact }
}

const narrowest = (windows: readonly (SendingWindow | null)[]): SendingWindow | null =>
  windows.reduce((narrow, window) => {
    if (narrow === null || window === null) return null
    return { opens: laterOf(window.opens, narrow.opens), closes: earlierOf(window.closes, narrow.closes) }
  }, FEDERAL_HOURS)

const laterOf = (a: string, b: string) => (a > b ? a : b)
const earlierOf = (a: string, b: string) => (a < b ? a : b)

/** Hours that the law of every state allows, for a contact who may be in any of them. */
export const NARROWEST_STATE_HOURS: WeekHours = {
  weekdays: narrowest(STATE_RULES.map(({ weekdays }) => weekdays)),
  saturday: narrowest(STATE_RULES.map(({ saturday }) => saturday)),
  sunday: narrowest(STATE_RULES.map(({ sunday }) => sunday)),
}

/** Upper bound of the search; sending is never closed longer than a weekend with holidays. */
const MAX_CLOSED_DAYS = 8

/** The hours of a business for a text. The law of states about solicitation always applies to marketing. */
export interface SendingHours extends Pick<SendingSettings, 'quietHours' | 'followsStateRules'> {
  isMarketing: boolean
}

/**
 * Returns the first instant from `at` on when automatic texts are allowed; `at` itself if they are. If the hours of the
 * business leave no time of any day in all zones of the contact, those of the law apply alone. Where these leave none
 * either, the text waits and is examined again.
 */
export function nextSendTime(region: ContactRegion, hours: SendingHours, at: string): string {
  const instant = Temporal.Instant.from(at)
  const next =
    findSendTime(region, hours, instant) ??
    findSendTime(region, { ...hours, quietHours: FEDERAL_HOURS }, instant) ??
    instant.add({ hours: 24 * MAX_CLOSED_DAYS })
  return next.toString({ smallestUnit: 'millisecond' })
}

/** Until when automatic texts are allowed, at an instant at which they are. */
export function sendingClosesAt(region: ContactRegion, hours: SendingHours, at: string): string {
  const closings = region.timeZones.map((zone) => {
    const day = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()
    const { closes } = sendingWindowOn(day, region, hours) ?? FEDERAL_HOURS
    return day.toZonedDateTime({ timeZone: zone, plainTime: closes }).toInstant()
  })
  return closings
    .reduce((earliest, closing) => (Temporal.Instant.compare(earliest, closing) <= 0 ? earliest : closing))
    .toString({ smallestUnit: 'millisecond' })
}

/** The hours of a day, in the contact's likeliest zone, in which automatic texts are allowed there. */
export function sendingWindowAt(region: ContactRegion, hours: SendingHours, at: string): SendingWindow {
  const [zone = 'UTC'] = region.timeZones
  const day = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()
  return sendingWindowOn(day, region, hours) ?? FEDERAL_HOURS
}

/** Null if no time within some days is allowed in all zones. */
function findSendTime(region: ContactRegion, hours: SendingHours, at: Temporal.Instant): Temporal.Instant | null {
  let instant = at
  // Moving the instant for one zone may move it into the night of another, so repeat until all zones agree.
  for (let round = 0; round < MAX_CLOSED_DAYS; round++) {
    let next = instant
    for (const zone of region.timeZones) {
      const opens = nextSendTimeInZone(zone, region, hours, instant)
      if (opens === null) return null
      next = maxInstant(next, opens)
    }
    if (Temporal.Instant.compare(next, instant) === 0) return instant
    instant = next
  }
  return null
}

const maxInstant = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) >= 0 ? a : b)

function nextSendTimeInZone(
  zone: string,
  region: ContactRegion,
  hours: SendingHours,
  at: Temporal.Instant,
): Temporal.Instant | null {
  const local = at.toZonedDateTimeISO(zone)
  for (let days = 0; days < MAX_CLOSED_DAYS; days++) {
    const day = local.toPlainDate().add({ days })
    const window = sendingWindowOn(day, region, hours)
    if (!window) continue
    const opens = day.toZonedDateTime({ timeZone: zone, plainTime: window.opens }).toInstant()
    const closes = day.toZonedDateTime({ timeZone: zone, plainTime: window.closes }).toInstant()
    if (Temporal.Instant.compare(at, closes) < 0) return maxInstant(at, opens)
  }
  return null
}

/** The holiday because of which marketing waits from `at` until a time; null if it waits for other reasons only. */
export function findHoliday(
  region: ContactRegion,
  hours: SendingHours,
  at: string,
  until: string,
): LegalHoliday | null {
  for (const zone of region.timeZones) {
    const [first, last] = [at, until].map((time) => Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDate())
    if (!first || !last) continue
    for (let day = first; Temporal.PlainDate.compare(day, last) < 0; day = day.add({ days: 1 })) {
      const holiday = holidayFor(day, region, hours)
      if (holiday) return holiday
    }
  }
  return null
}

/**
 * The holiday that forbids a text on a day. Such laws are about solicitation: a reminder or a reply does not wait over
 * a long weekend.
 */
function holidayFor(
  day: Temporal.PlainDate,
  region: ContactRegion,
  { isMarketing }: SendingHours,
): LegalHoliday | null {
  if (!isMarketing) return null
  if (isAnywhereInUs(region)) return holidayAnywhere(day)
  return region.state === null ? null : holidayOn(day, region.state)
}

/** Intersects the business's sending hours with those of the law at the contact. */
function sendingWindowOn(day: Temporal.PlainDate, region: ContactRegion, hours: SendingHours): SendingWindow | null {
  const { country } = region
  const { quietHours, followsStateRules, isMarketing } = hours
  if (holidayFor(day, region, hours)) return null
  const rule = country === 'CA' ? CANADIAN_HOURS : followsStateRules || isMarketing ? findStateRule(region) : undefined
  if (!rule) return quietHours
  const window = day.dayOfWeek === 7 ? rule.sunday : day.dayOfWeek === 6 ? rule.saturday : rule.weekdays
  if (!window) return null
  // The latest hour of US law is no choice of the business, so it does not narrow the hours of another country.
  const isUsLimit = country === 'CA' && quietHours.closes === FEDERAL_HOURS.closes
  const opens = laterOf(window.opens, quietHours.opens)
  const closes = isUsLimit ? window.closes : earlierOf(window.closes, quietHours.closes)
  return opens < closes ? { opens, closes } : null
}

const isAnywhereInUs = ({ zoneFrom, country }: ContactRegion): boolean => zoneFrom === 'country' && country === 'US'

const findStateRule = (region: ContactRegion): WeekHours | undefined =>
  isAnywhereInUs(region) ? NARROWEST_STATE_HOURS : STATE_RULES.find(({ state }) => state === region.state)
