/** Longer than a restart of the database takes. */
const MAX_SILENCE_MS = 30_000

export interface Health {
  /** Registers a component that must report at least every 30 seconds; returns the function it reports with. */
  register: (part: string) => () => void
  /** The components whose last report is too old. */
  failing: () => string[]
}

/** Tracks the components of the process by heartbeat. A failing one recovers with its next report. */
export function createHealth(now: () => number = () => performance.now()): Health {
  const reports = new Map<string, number>()
  return {
    register: (part) => {
      const report = () => void reports.set(part, now())
      report()
      return report
    },
    failing: () => [...reports].flatMap(([part, at]) => (now() - at > MAX_SILENCE_MS ? [part] : [])),
  }
}
