/** The host's circuit breaker is open, because several requests in a row failed. */
export class HostUnavailable extends Error {
  readonly retryAt: string

  constructor(host: string, retryAtMs: number) {
    super(`Requests to ${host} are suspended after repeated failures.`)
    this.retryAt = Temporal.Instant.fromEpochMilliseconds(retryAtMs).toString()
  }
}

/** One circuit breaker per host. */
export interface HostBreakers {
  /**
   * Runs a request to a host, or rejects with `HostUnavailable` without running it. A rejected request counts as a
   * failure of the host unless `isHostFault` returns false.
   */
  call: <T>(host: string, request: () => Promise<T>, isHostFault?: (error: unknown) => boolean) => Promise<T>
}

interface HostState {
  /** Consecutive failures. */
  failures: number
  openUntilMs: number
  /** Half-open: one request is testing whether the host is back. */
  isTrialRunning: boolean
}

export const FAILURES_TO_OPEN = 5
const FIRST_OPEN_MS = 30_000
const LONGEST_OPEN_MS = 15 * 60_000
const TRIAL_MS = 10_000
/** Bounds memory, because users and contacts choose the host names. */
const HOSTS_MAX = 10_000

/** State is kept in memory, so each process has its own breakers. */
export function createHostBreakers(nowMs: () => number): HostBreakers {
  const hosts = new Map<string, HostState>()

  const fail = (host: string) => {
    const state = hosts.get(host) ?? { failures: 0, openUntilMs: 0, isTrialRunning: false }
    state.isTrialRunning = false
    // Failures of requests that were in flight when the breaker opened don't count again.
    if (nowMs() >= state.openUntilMs) {
      state.failures += 1
      if (state.failures >= FAILURES_TO_OPEN)
        state.openUntilMs =
          nowMs() + Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** (state.failures - FAILURES_TO_OPEN))
    }
    hosts.delete(host)
    hosts.set(host, state)
    const [oldest] = hosts.keys()
    if (hosts.size > HOSTS_MAX && oldest !== undefined) hosts.delete(oldest)
  }

  const admit = (host: string) => {
    const state = hosts.get(host)
    if (!state || state.failures < FAILURES_TO_OPEN) return
    if (nowMs() < state.openUntilMs) throw new HostUnavailable(host, state.openUntilMs)
    if (state.isTrialRunning) throw new HostUnavailable(host, nowMs() + TRIAL_MS)
    state.isTrialRunning = true
  }

  return {
    call: async (host, request, isHostFault = () => true) => {
      admit(host)
      try {
        const result = await request()
        hosts.delete(host)
        return result
      } catch (error) {
        if (isHostFault(error)) fail(host)
        else hosts.delete(host)
        throw error
      }
    },
  }
}
