const TRIES = 5
const DEADLOCK = '40P01'
const FOREIGN_KEY_VIOLATION = '23503'

/** For deleting what running jobs may still add to: a row added to a table that was emptied already refuses the rest. */
export const DELETION_CONFLICTS = [DEADLOCK, FOREIGN_KEY_VIOLATION]

/**
 * Runs a transaction again that PostgreSQL ended because it and another one waited for each other: nothing of it was kept,
 * and the other one has what it waited for. `codes` are the SQLSTATEs after which to retry.
 */
export async function againAfterDeadlock<T>(
  attempt: () => Promise<T>,
  codes: readonly string[] = [DEADLOCK],
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code
      if (tries === TRIES || typeof code !== 'string' || !codes.includes(code)) throw error
    }
  }
}
