import type { ErrorCode } from '@frontdesk/contract/rules'

/** The contract's code of a failed request, or null if there was no such response. */
export function errorCode(error: unknown): ErrorCode | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  // Our codes are written LikeThis, those of the client library LIKE_THIS; the full table is not part of the first
  // load.
  const isOurs = typeof code === 'string' && /^[A-Z][a-z]/.test(code) && code !== 'Unexpected'
  return isOurs ? (code as ErrorCode) : null
}

/** On a bad connection a response may never come; a repeatable request is aborted by then and retried. */
export const GIVE_UP_MS = 20_000

const REPEATABLE: readonly (ErrorCode | null)[] = ['TooManyAttempts', 'ServiceUnavailable']

/** Whether the request may not have reached the server, so that it can be repeated. */
export function isUnreachable(error: unknown): boolean {
  const code = errorCode(error)
  if (REPEATABLE.includes(code)) return true
  if (code !== null) return false
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status === 0 || status === 408 || status >= 500
}

/** The id of a request that failed for a reason the user cannot fix, to quote in a support request. */
export function requestIdOf(error: unknown): string | null {
  const isOurs = error instanceof Error && 'requestId' in error && errorCode(error) === null
  return isOurs && typeof error.requestId === 'string' ? error.requestId : null
}
