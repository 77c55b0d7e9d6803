export interface FairQueue {
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>
  /** How much work of a key runs or waits. */
  count: (key: string) => number
}

/**
 * Runs one piece of work at a time. Keys take turns by round robin, so that much work of one key does not delay that of
 * others.
 */
export function createFairQueue(): FairQueue {
  /** The key whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let running: string | null = null

  const startNext = () => {
    const [next] = waiting
    running = next?.[0] ?? null
    if (!next) return
    const [key, [start, ...later]] = next
    waiting.delete(key)
    if (later.length > 0) waiting.set(key, later)
    start?.()
  }

  return {
    run: async (key, work) => {
      if (running !== null) {
        const turn = Promise.withResolvers<void>()
        waiting.set(key, [...(waiting.get(key) ?? []), turn.resolve])
        await turn.promise
      }
      running = key
      try {
        return await work()
      } finally {
        startNext()
      }
    },
    count: (key) => (waiting.get(key)?.length ?? 0) + (running === key ? 1 : 0),
  }
}
