import type { SendingWindow } from '@frontdesk/contract/api'
import { CANADIAN_HOURS, DEFAULT_SENDING_SETTINGS, FEDERAL_HOURS, STATE_RULES } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/property-runs.ts'
import { holidayAnywhere, holidayOn } from './holidays.ts'
import {
  type ContactRegion,
  contactRegion,
  NARROWEST_STATE_HOURS,
  nextSendTime,
  type SendingHours,
} from './quiet-hours.ts'

// Area codes of each kind: one zone, several zones, strict states, territories, Canada, Newfoundland, Yukon, toll-free.
const AREAS =
  '212 312 303 206 415 602 928 423 850 219 308 605 208 541 775 801 215 313 907 808 787 340 671 670 684 203 410 214 401 205 502 318 416 418 807 204 306 403 604 250 902 709 879 867 800 833'.split(
    ' ',
  )
const phone = fc.oneof(
  fc
    .tuple(fc.constantFrom(...AREAS), fc.integer({ min: 2_000_000, max: 9_999_999 }))
    .map(([area, n]) => `+1${area}${n}`),
  fc.constantFrom('+442079460000', '+61491570156', '+390612345678'),
)
const region = fc
  .tuple(
    phone,
    fc.constantFrom('America/New_York', 'America/St_Johns', 'Pacific/Honolulu', 'Europe/Berlin', 'Australia/Lord_Howe'),
    fc.constantFrom(null, 'US', 'CA'),
    fc.constantFrom(null, null, 'FL', 'Texas', 'HI', 'Newfoundland and Labrador', 'nowhere'),
  )
  .map(([number, zone, countryCode, stateText]) => contactRegion(number, zone, { countryCode, stateText }))

const time = (from: number, to: number) =>
  fc
    .integer({ min: from * 4, max: to * 4 })
    .map((quarters) => `${String(quarters >> 2).padStart(2, '0')}:${String((quarters & 3) * 15).padStart(2, '0')}`)
const businessWindow = fc
  .tuple(time(8, 21), time(8, 21))
  .filter(([opens, closes]) => opens < closes)
  .map(([opens, closes]): SendingWindow => ({ opens, closes }))
const hours: fc.Arbitrary<SendingHours> = fc.oneof(
  fc.boolean().map((isMarketing) => ({ ...DEFAULT_SENDING_SETTINGS, isMarketing })),
  fc.record({
    quietHours: fc.oneof(fc.constant(FEDERAL_HOURS), businessWindow),
    followsStateRules: fc.boolean(),
    isMarketing: fc.boolean(),
  }),
)

const MINUTE_MS = 60_000
/** Minutes of three years, and often those around the changes of the clocks in America, Europe and Australia. */
const at = fc
  .oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE_MS, max: Date.UTC(2029, 0, 1) / MINUTE_MS }),
    fc
      .tuple(
        fc.constantFrom(
          '2026-03-08',
          '2026-11-01',
          '2027-03-14',
          '2027-11-07',
          '2026-03-29',
          '2026-10-25',
          '2026-04-05',
        ),
        fc.integer({ min: -24 * 60, max: 36 * 60 }),
      )
      .map(([day, minutes]) => Date.parse(day) / MINUTE_MS + minutes),
  )
  .map((minutes) => new Date(minutes * MINUTE_MS).toISOString())

/** The window of a day at the contact, in words of the law: null on days without any. */
function windowOn(
  day: Temporal.PlainDate,
  { state, country, zoneFrom }: ContactRegion,
  { quietHours, followsStateRules, isMarketing }: SendingHours,
) {
  const isAnywhere = zoneFrom === 'country'
  const stateRule = isAnywhere ? NARROWEST_STATE_HOURS : STATE_RULES.find((rule) => rule.state === state)
  const rule = country === 'CA' ? CANADIAN_HOURS : followsStateRules || isMarketing ? stateRule : undefined
  const isHoliday =
    (isAnywhere && country === 'US' && holidayAnywhere(day)) || (state !== null && holidayOn(day, state))
  if (isMarketing && isHoliday) return null
  if (!rule) return quietHours
  const legal = [rule.weekdays, rule.saturday, rule.sunday][Math.max(0, day.dayOfWeek - 5)]
  if (!legal) return null
  const businessCloses = country === 'CA' && quietHours.closes === '21:00' ? '24:00' : quietHours.closes
  return {
    opens: [legal.opens, quietHours.opens].sort()[1] ?? '',
    closes: [legal.closes, businessCloses].sort()[0] ?? '',
  }
}

/** Whether the clock on the wall is inside the window in each zone the contact may be in. */
const isOpen = (instant: string, contact: ContactRegion, business: SendingHours): boolean =>
  contact.timeZones.every((zone) => {
    const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
    const window = windowOn(local.toPlainDate(), contact, business)
    const wall = local.toPlainTime().toString({ smallestUnit: 'minute' })
    return window !== null && window.opens <= wall && wall < window.closes
  })

const SEARCHED_DAYS = 8
/** The moments at which sending can begin to be allowed: the openings of each day in each zone. */
function openingsAfter(instant: string, contact: ContactRegion, business: SendingHours): string[] {
  const openings = contact.timeZones.flatMap((zone) => {
    const today = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate()
    return Array.from({ length: SEARCHED_DAYS }, (_, days) => today.add({ days })).flatMap((day) => {
      const window = windowOn(day, contact, business)
      if (!window) return []
      const opens = day.toZonedDateTime({ timeZone: zone, plainTime: window.opens }).toInstant()
      return opens.toString({ smallestUnit: 'millisecond' })
    })
  })
  return openings.filter((opens) => opens > instant).sort()
}

/** The first allowed moment; undefined if there is none within some days. */
const firstOpen = (instant: string, contact: ContactRegion, business: SendingHours): string | undefined =>
  [instant, ...openingsAfter(instant, contact, business)].find((opens) => isOpen(opens, contact, business))

test('the next time to send is the first one that is inside the window of every zone the contact may be in', () => {
  fc.assert(
    fc.property(region, hours, at, (contact, business, instant) => {
      const next = nextSendTime(contact, business, instant)
      const first =
        firstOpen(instant, contact, business) ?? firstOpen(instant, contact, { ...business, quietHours: FEDERAL_HOURS })
      expect(next).toBe(first)
      // A text held until then is not held again.
      expect(nextSendTime(contact, business, next)).toBe(next)
    }),
    runs(2000),
  )
})

test('no hour of the business or the contact opens the night', () => {
  fc.assert(
    fc.property(region, hours, at, (contact, business, instant) => {
      const next = Temporal.Instant.from(nextSendTime(contact, business, instant))
      for (const zone of contact.timeZones) {
        const { hour, minute } = next.toZonedDateTimeISO(zone)
        expect(hour).toBeGreaterThanOrEqual(8)
        expect(hour * 60 + minute).toBeLessThan(contact.country === 'CA' ? 21.5 * 60 : 21 * 60)
      }
    }),
    runs(1000),
  )
})
