import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/property-runs.ts'
import { contactRegion } from '../messaging/index.ts'
import { dueTime } from './schedule-recipients.ts'

const MINUTE_MS = 60_000
const startedAt = '2026-03-01T12:00:00.000Z'
const recipient = fc.record({
  phone: fc.constantFrom(
    '+12125550100',
    '+18505550100',
    '+19285550100',
    '+17095550100',
    '+18675550100',
    '+16715550100',
    '+16845550100',
    '+18005550100',
    '+442079460000',
  ),
  countryCode: fc.constantFrom(null, 'US', 'CA'),
  stateText: fc.constantFrom(null, 'FL', 'Hawaii', 'elsewhere'),
  timeZone: fc.constantFrom('America/New_York', 'America/St_Johns', 'Europe/Berlin', 'Pacific/Honolulu'),
  fraction: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})
/** Every minute of a day, also the hours that the clocks skip; the night they repeat an hour begins after it. */
const localTime = fc
  .oneof(
    fc.tuple(fc.constantFrom('2026-03-08', '2026-03-29', '2026-06-10'), fc.nat({ max: 24 * 60 - 1 })),
    fc.tuple(fc.constantFrom('2026-11-01', '2026-10-25'), fc.integer({ min: 4 * 60, max: 24 * 60 - 1 })),
  )
  .map(([day, minutes]) => Temporal.PlainDateTime.from(day).add({ minutes }).toString({ smallestUnit: 'minute' }))
const spread = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 24 * 60 }))

const epochOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

test('no one gets it before the local time has come in every zone they may be in, nor any later', () => {
  fc.assert(
    fc.property(localTime, recipient, (time, person) => {
      const due = dueTime({ localTime: time, spreadMinutes: null, startedAt }, person)
      const expected = Temporal.PlainDateTime.from(time)
      const { timeZones } = contactRegion(person.phone, person.timeZone, person)
      const clocks = timeZones.map((zone) => Temporal.Instant.from(due).toZonedDateTimeISO(zone))
      for (const clock of clocks)
        expect(Temporal.PlainDateTime.compare(clock.toPlainDateTime(), expected)).toBeGreaterThanOrEqual(0)
      const latest = timeZones.map((zone) => expected.toZonedDateTime(zone).epochMilliseconds)
      expect(epochOf(due)).toBe(Math.max(...latest))
    }),
    runs(2000),
  )
})

test('sending is spread within its bounds, in the order of the recipients’ fractions', () => {
  fc.assert(
    fc.property(fc.option(localTime), spread, recipient, recipient, (time, spreadMinutes, person, other) => {
      const message = { localTime: time, spreadMinutes, startedAt }
      const start = epochOf(dueTime({ ...message, spreadMinutes: null }, person))
      const due = dueTime(message, person)
      expect(epochOf(due)).toBeGreaterThanOrEqual(start)
      expect(epochOf(due)).toBeLessThanOrEqual(start + (spreadMinutes ?? 0) * MINUTE_MS)
      const neighbor = epochOf(dueTime(message, { ...person, fraction: other.fraction }))
      if (other.fraction >= person.fraction) expect(neighbor).toBeGreaterThanOrEqual(epochOf(due))
      expect(dueTime(message, person)).toBe(due)
    }),
    runs(2000),
  )
})
