/** SQLSTATEs of a connection that ended or could not be had: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONNECTION_LOST = /^(08...|57P01|57P02|57P03|57P05|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** The database answers, but has no room: its disk or its memory is full. */
const NO_ROOM = /^(53[124]00|58030|ENOSPC)$/
/** node-postgres gives no code to these. */
const LOST_MESSAGES =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** The connection was lost while COMMIT was on its way: whether it was kept is unknown. */
export class CommitUnknownError extends Error {
  override name = 'CommitUnknownError'
}

/** Whether the connection to the database was lost, or there was none, so that a new one may serve. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && (CONNECTION_LOST.test(codeOf(error)) || LOST_MESSAGES.test(error.message))
}

/** Whether a request failed only because the database cannot work right now: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof CommitUnknownError ||
    isConnectionLost(error) ||
    (error instanceof Error && NO_ROOM.test(codeOf(error)))
  )
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
