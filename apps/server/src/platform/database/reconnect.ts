import { setTimeout as pause } from 'node:timers/promises'
import { CommitUnknownError, isConnectionLost, isUnavailable } from './unavailable.ts'

/** Longer than a restart of the database, or its recovery after a backend crashed, usually takes. */
const MAX_WAIT_MS = 5_000
const PAUSE_MS = 50
const PAUSE_MAX_MS = 500

export type Reconnect = <T>(attempt: () => Promise<T>) => Promise<T>

/**
 * Retries work on a new connection when the connection was lost before COMMIT, so nothing of it was stored. Callers
 * wait out a short outage instead of failing. In a long one they fail at once, so that requests do not pile up.
 */
export function createReconnect(now: () => number = () => performance.now()): Reconnect {
  let lostAt: number | null = null
  return async (attempt) => {
    for (let tries = 0; ; tries++) {
      try {
        const result = await attempt()
        lostAt = null
        return result
      } catch (error) {
        if (error instanceof CommitUnknownError || !isConnectionLost(error)) throw error
        lostAt ??= now()
        if (now() - lostAt > MAX_WAIT_MS) throw error
        await pause(Math.min(PAUSE_MS * 2 ** tries, PAUSE_MAX_MS))
      }
    }
  }
}

/** Retries idempotent work while the database is unavailable or its disk is full, for at most `withinMs`. */
export async function untilAvailable<T>(withinMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await pause(PAUSE_MAX_MS)
    }
  }
}
