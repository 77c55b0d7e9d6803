/**
 * SQLSTATEs and system errors of a connection that was lost or could not be opened:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CONNECTION_LOST = /^(08...|57P01|57P02|57P03|57P05|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** The database responds, but is out of disk space or memory. */
const OUT_OF_SPACE = /^(53[124]00|58030|ENOSPC)$/
/** Errors that node-postgres reports without a code. */
const LOST_MESSAGES =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** The connection was lost during COMMIT, so it is unknown whether the transaction committed. */
export class CommitUnknownError extends Error {
  override name = 'CommitUnknownError'
}

/** Whether the connection was lost or could not be opened, so that a new one may work. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && (CONNECTION_LOST.test(codeOf(error)) || LOST_MESSAGES.test(error.message))
}

/** Whether an error is a temporary outage of the database: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof CommitUnknownError ||
    isConnectionLost(error) ||
    (error instanceof Error && OUT_OF_SPACE.test(codeOf(error)))
  )
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
