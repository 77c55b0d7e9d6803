/** Runs work of the same key one after another, in the order it arrives; work of different keys runs concurrently. */
export function createKeyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const previous = last.get(key)
    const current = previous ? previous.then(work, work) : work()
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}
