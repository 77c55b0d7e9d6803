import { ERROR_MESSAGES, ERRORS, type ErrorCode } from '@frontdesk/contract/rules'
import type { Log } from './log.ts'

/** An error the caller can act on. Everything else that is thrown becomes a logged 500 with an id to quote. */
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

/** Whether the database refused because of this constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

/** For the `catch` of a call to the outside: a failure of this kind is logged, and its caller gets a code. */
export const failAs =
  (log: Log, kind: new (...given: never[]) => Error, code: ErrorCode, words: string) =>
  (error: unknown): never => {
    if (!(error instanceof kind)) throw error
    log.warn({ err: error }, words)
    throw new AppError(code)
  }
