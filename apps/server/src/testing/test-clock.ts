import { type Clock, shift, systemClock } from '../platform/clock.ts'

/** Zone of the test numbers. */
const ZONE = 'America/New_York'

export interface TestClock {
  now: Clock
  advance: (milliseconds: number) => void
  /** Moves to a time; a text without a zone is a local time in New York, where the test numbers are. */
  goTo: (time: Temporal.ZonedDateTime | Temporal.Instant | string) => void
  /** Moves to the next occurrence of a time of day in New York, and returns that instant. */
  goToNext: (timeOfDay: string) => string
}

/** Clock that follows the real one with an offset that tests can advance. */
export function createTestClock(): TestClock {
  let offset = 0
  const now = () => shift(systemClock(), offset)
  const goTo: TestClock['goTo'] = (time) => {
    const there = typeof time === 'string' ? Temporal.PlainDateTime.from(time).toZonedDateTime(ZONE) : time
    offset += there.epochMilliseconds - Date.parse(now())
  }
  return {
    now,
    advance: (milliseconds) => {
      offset += milliseconds
    },
    goTo,
    goToNext: (timeOfDay) => {
      const present = Temporal.Instant.from(now()).toZonedDateTimeISO(ZONE)
      const today = present.withPlainTime(timeOfDay)
      const next = Temporal.ZonedDateTime.compare(today, present) > 0 ? today : today.add({ days: 1 })
      goTo(next)
      return next.toInstant().toString({ smallestUnit: 'millisecond' })
    },
  }
}

/** A clock at noon in New York, years ahead, so that no one is in their quiet hours. */
export function createNoonClock(): TestClock {
  const clock = createTestClock()
  clock.goTo('2038-06-09T12:00')
  return clock
}
