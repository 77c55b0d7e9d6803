import { type Clock, shift, systemClock } from '../platform/clock.ts'

/** A clock that runs with the real one until it is put forward. */
export function createTestClock(): { now: Clock; advance: (milliseconds: number) => void } {
  let offset = 0
  return {
    now: () => shift(systemClock(), offset),
    advance: (milliseconds) => {
      offset += milliseconds
    },
  }
}
