import { type Clock, shift, systemClock } from '../platform/clock.ts'

export interface TestClock {
  now: Clock
  advance: (milliseconds: number) => void
  /** Moves to a time; a text without a zone is a local time in New York, where the test numbers are. */
  goTo: (time: Temporal.ZonedDateTime | Temporal.Instant | string) => void
}

/** Clock that follows the real one with an offset that tests can advance. */
export function createTestClock(): TestClock {
  let offset = 0
  const now = () => shift(systemClock(), offset)
  return {
    now,
    advance: (milliseconds) => {
      offset += milliseconds
    },
    goTo: (time) => {
      const there =
        typeof time === 'string' ? Temporal.PlainDateTime.from(time).toZonedDateTime('America/New_York') : time
      offset += there.epochMilliseconds - Date.parse(now())
    },
  }
}

/** A clock at noon in New York, years ahead, so that no one is in their quiet hours. */
export function createNoonClock(): TestClock {
  const clock = createTestClock()
  clock.goTo('2038-06-09T12:00')
  return clock
}
