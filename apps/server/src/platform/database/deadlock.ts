import { errorCode } from '../read-property.ts'

const MAX_ATTEMPTS = 5
export const DEADLOCK = '40P01'
const FOREIGN_KEY_VIOLATION = '23503'

/** Retryable errors of a deletion with concurrent jobs, one of which may insert a row that refers to a deleted one. */
export const DELETION_CONFLICTS = [DEADLOCK, FOREIGN_KEY_VIOLATION]

/**
 * Retries a transaction that PostgreSQL aborted because of a deadlock: none of it was stored, and the other transaction
 * can proceed. `codes` are the SQLSTATEs to retry on.
 */
export async function retryOnDeadlock<T>(attempt: () => Promise<T>, codes: readonly string[] = [DEADLOCK]): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !codes.includes(errorCode(error))) throw error
    }
  }
}
