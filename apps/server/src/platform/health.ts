/** Longer than any restart of the database takes. */
const SILENT_MS = 30_000

export interface Health {
  /** Adds a part that works as long as it reports at least twice a minute; returns how it reports. */
  expect: (part: string) => () => void
  /** The parts that have not reported for so long that the process cannot be said to work. */
  failing: () => string[]
}

/** What the process consists of, and whether each part is alive. Recovers by itself: a report is enough. */
export function createHealth(now: () => number = () => performance.now()): Health {
  const reports = new Map<string, number>()
  return {
    expect: (part) => {
      const report = () => void reports.set(part, now())
      report()
      return report
    },
    failing: () => [...reports].flatMap(([part, at]) => (now() - at > SILENT_MS ? [part] : [])),
  }
}
