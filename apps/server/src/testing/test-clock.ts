import { type Clock, shift, systemClock } from '../platform/clock.ts'

/** Clock that follows the real one with an offset that tests can advance. */
export function createTestClock(): { now: Clock; advance: (milliseconds: number) => void } {
  let offset = 0
  return {
    now: () => shift(systemClock(), offset),
    advance: (milliseconds) => {
      offset += milliseconds
    },
  }
}
