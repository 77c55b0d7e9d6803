import type { ErrorCode } from '@frontdesk/contract/rules'

/** The contract's code of a failed call, or null when it did not get that far. */
export function errorCode(error: unknown): ErrorCode | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  // Ours are written LikeThis, those of the client's library LIKE_THIS; the table of all of them is no part of the first load.
  const isOurs = typeof code === 'string' && /^[A-Z][a-z]/.test(code) && code !== 'Unexpected'
  return isOurs ? (code as ErrorCode) : null
}

/** On a bad connection a response may never come; a repeatable request is aborted by then and retried. */
export const GIVE_UP_MS = 20_000

const REPEATABLE: readonly (ErrorCode | null)[] = ['TooManyAttempts', 'ServiceUnavailable']

/** Whether the call may never have reached the server, so that repeating it is right. */
export function isUnreachable(error: unknown): boolean {
  const code = errorCode(error)
  if (REPEATABLE.includes(code)) return true
  if (code !== null) return false
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status === 0 || status === 408 || status >= 500
}

/** The number of a request that failed for no reason its sender could do something about; it is worth quoting. */
export function requestIdOf(error: unknown): string | null {
  const isOurs = error instanceof Error && 'requestId' in error && errorCode(error) === null
  return isOurs && typeof error.requestId === 'string' ? error.requestId : null
}
