import { isAfter } from './clock.ts'
import { AppError } from './errors.ts'

const CURSOR = /^([\d:.TZ-]+)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function readCursor(cursor: string): { sortedAt: string; id: string } {
  const [, sortedAt, id] = CURSOR.exec(cursor) ?? []
  if (!sortedAt || !id) throw notAsExpected('cursor', 'Not a cursor of this list')
  return { sortedAt: readInstant(sortedAt, 'cursor'), id }
}

const EARLIEST = '1900-01-01T00:00:00Z'
const LATEST = '9999-12-31T00:00:00Z'

/** An instant as the database can read it: its calendar and its offsets end elsewhere than those of the form checks. */
export function readInstant(text: string, path: string): string {
  try {
    if (isAfter(text, EARLIEST) && isAfter(LATEST, text)) return Temporal.Instant.from(text).toString()
  } catch {
    // Looks like a date and is none, such as the 99th of a month.
  }
  throw notAsExpected(path, 'Not a time this list knows')
}

export const notAsExpected = (path: string, message: string) =>
  new AppError('InvalidInput', { fields: [{ path, message }] })
