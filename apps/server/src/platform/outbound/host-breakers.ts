/** The host's circuit breaker is open, because several requests in a row failed. */
export class HostUnavailable extends Error {
  readonly retryAt: string

  constructor(host: string, retryAtMs: number) {
    super(`Requests to ${host} are suspended after repeated failures.`)
    this.retryAt = Temporal.Instant.fromEpochMilliseconds(retryAtMs).toString()
  }
}

export interface BreakerOptions {
  /** Whether a rejected request counts as a failure of the host; by default every one does. */
  isHostFault?: (error: unknown) => boolean
  /** Limits the pause before the next trial, for hosts on which all tenants' work depends. */
  maxPauseMs?: number
}

/** One circuit breaker per host. */
export interface HostBreakers {
  /** Runs a request to a host, or rejects with `HostUnavailable` without running it. */
  call: <T>(host: string, request: () => Promise<T>, options?: BreakerOptions) => Promise<T>
  /**
   * Rejects with `HostUnavailable` while requests to a host are suspended. When a trial is due, it runs `probe`, a
   * request without effect, so that no real one has to be the trial.
   */
  ensureAvailable: (host: string, probe: () => Promise<unknown>, options?: BreakerOptions) => Promise<void>
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
const MAX_OPEN_MS = 15 * 60_000
const TRIAL_MS = 10_000
/** Bounds memory, because users and contacts choose the host names. */
const MAX_HOSTS = 10_000

/** State is kept in memory, so each process has its own breakers. */
export function createHostBreakers(nowMs: () => number): HostBreakers {
  const hosts = new Map<string, HostState>()

  const fail = (host: string, maxPauseMs: number) => {
    const state = hosts.get(host) ?? { failures: 0, openUntilMs: 0, isTrialRunning: false }
    state.isTrialRunning = false
    // Failures of requests that were in flight when the breaker opened don't count again.
    if (nowMs() >= state.openUntilMs) {
      state.failures += 1
      if (state.failures >= FAILURES_TO_OPEN)
        state.openUntilMs = nowMs() + Math.min(maxPauseMs, FIRST_OPEN_MS * 2 ** (state.failures - FAILURES_TO_OPEN))
    }
    hosts.delete(host)
    hosts.set(host, state)
    const [oldest] = hosts.keys()
    if (hosts.size > MAX_HOSTS && oldest !== undefined) hosts.delete(oldest)
  }

  const admit = (host: string, maxPauseMs: number) => {
    const state = hosts.get(host)
    if (!state || state.failures < FAILURES_TO_OPEN) return
    if (nowMs() < state.openUntilMs) throw new HostUnavailable(host, state.openUntilMs)
    if (state.isTrialRunning) throw new HostUnavailable(host, nowMs() + Math.min(maxPauseMs, TRIAL_MS))
    state.isTrialRunning = true
  }

  const call: HostBreakers['call'] = async (host, request, options = {}) => {
    const { isHostFault = () => true, maxPauseMs = MAX_OPEN_MS } = options
    admit(host, maxPauseMs)
    try {
      const result = await request()
      hosts.delete(host)
      return result
    } catch (error) {
      if (isHostFault(error)) fail(host, maxPauseMs)
      else hosts.delete(host)
      throw error
    }
  }

  return {
    call,
    ensureAvailable: async (host, probe, options) => {
      if ((hosts.get(host)?.failures ?? 0) < FAILURES_TO_OPEN) return
      await call(host, probe, options).catch((error) => {
        const state = hosts.get(host)
        if (error instanceof HostUnavailable || !state) throw error
        throw new HostUnavailable(host, state.openUntilMs)
      })
    },
  }
}
