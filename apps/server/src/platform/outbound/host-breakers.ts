/** The host is not asked now, because it did not answer several times in a row. */
export class HostUnavailable extends Error {
  readonly retryAt: string

  constructor(host: string, retryAtMs: number) {
    super(`${host} did not answer lately and is left alone for a while.`)
    this.retryAt = Temporal.Instant.fromEpochMilliseconds(retryAtMs).toString()
  }
}

/** A circuit breaker for each host that is called. */
export interface HostBreakers {
  /**
   * Runs a request to a host, or rejects with `HostUnavailable` without running it. A request that rejects counts against
   * its host, unless `isHostFault` says that it was not the host's fault.
   */
  call: <T>(host: string, request: () => Promise<T>, isHostFault?: (error: unknown) => boolean) => Promise<T>
}

interface HostState {
  /** Failures in a row. */
  failures: number
  openUntilMs: number
  /** One request finds out whether an open host is back. */
  isTrialRunning: boolean
}

export const FAILURES_TO_OPEN = 5
const FIRST_OPEN_MS = 30_000
const LONGEST_OPEN_MS = 15 * 60_000
const TRIAL_MS = 10_000
/** Hosts remembered at once; strangers choose their names. */
const HOSTS_MAX = 10_000

/** Kept in memory: each process learns by itself which hosts do not answer. */
export function createHostBreakers(nowMs: () => number): HostBreakers {
  const hosts = new Map<string, HostState>()

  const fail = (host: string) => {
    const state = hosts.get(host) ?? { failures: 0, openUntilMs: 0, isTrialRunning: false }
    state.isTrialRunning = false
    // Requests that were under way when it opened say nothing new.
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
