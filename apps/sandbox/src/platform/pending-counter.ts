export interface PendingCounter {
  increment(): void
  decrement(): void
  /** Resolves once the count is zero. */
  idle(): Promise<void>
}

/** Counts pending work, so that tests can wait until there is none. */
export function createPendingCounter(): PendingCounter {
  let count = 0
  let waiters: (() => void)[] = []
  return {
    increment: () => {
      count += 1
    },
    decrement: () => {
      count -= 1
      if (count > 0) return
      const resolvers = waiters
      waiters = []
      for (const resolve of resolvers) resolve()
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  }
}
