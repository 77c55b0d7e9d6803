import { pino } from 'pino'
import { readProperty } from './read-property.ts'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/**
 * Logs JSON lines without message texts and phone numbers: callers log ids, and database errors lose their `detail`,
 * which quotes row values.
 */
export const createLog = (level: string) =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: describeError, error: describeError },
  })

export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'a value that is not an error was thrown' }
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    code: readProperty(error, 'code'),
    constraint: readProperty(error, 'constraint'),
    stack: withoutPersonalData(error.stack ?? ''),
  }
}

const withoutPersonalData = (text: string) => text.replace(/\+?\d[\d\s().-]{6,}\d/g, '[number]')
