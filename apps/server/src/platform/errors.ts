import { ERROR_MESSAGES, ERRORS, type ErrorCode } from '@frontdesk/contract/rules'
import type { Log } from './log.ts'

/** Error that the caller can act on. Any other exception becomes a logged 500 with a request id to quote. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: unknown

  constructor(code: ErrorCode, data?: unknown, message = ERROR_MESSAGES[code]) {
    super(message)
    this.code = code
    this.data = data
  }

  get status(): number {
    return ERRORS[this.code]
  }
}

/** Whether the error is a violation of this constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

/** For the `catch` of a provider request: logs errors of this kind and throws an `AppError` instead. */
export const failAs =
  (log: Log, kind: new (...given: never[]) => Error, code: ErrorCode, words: string) =>
  (error: unknown): never => {
    if (!(error instanceof kind)) throw error
    log.warn({ err: error }, words)
    throw new AppError(code)
  }
