import { type Clock, shift, systemClock } from '../platform/clock.ts'

/** A clock that runs with the real one until it is put forward. */
export function aClock(): { now: Clock; advance: (milliseconds: number) => void } {
  let ahead = 0
  return {
    now: () => shift(systemClock(), ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
