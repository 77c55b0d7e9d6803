export interface Tally {
  begin(): void
  end(): void
  /** Resolves as soon as nothing is under way. */
  idle(): Promise<void>
}

/** Counts what is under way. */
export function createTally(): Tally {
  let count = 0
  let waiting: (() => void)[] = []
  return {
    begin: () => {
      count += 1
    },
    end: () => {
      count -= 1
      if (count > 0) return
      const resolved = waiting
      waiting = []
      for (const resolve of resolved) resolve()
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
