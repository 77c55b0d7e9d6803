const TRIES = 5

/**
 * Runs a transaction again that PostgreSQL ended because it and another one waited for each other: nothing of it was kept,
 * and the other one has what it waited for.
 */
export async function againAfterDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === TRIES || (error as { code?: unknown } | null)?.code !== '40P01') throw error
    }
  }
}
