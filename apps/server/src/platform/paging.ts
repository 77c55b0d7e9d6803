import { isAfter } from './clock.ts'
import { AppError } from './errors.ts'

const CURSOR = /^([\d:.TZ-]+)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function readCursor(cursor: string): { sortedAt: string; id: string } {
  const [, sortedAt, id] = CURSOR.exec(cursor) ?? []
  if (!sortedAt || !id) throw invalidInput('cursor', 'Not a valid cursor')
  return { sortedAt: readInstant(sortedAt, 'cursor'), id }
}

const EARLIEST = '1900-01-01T00:00:00Z'
const LATEST = '9999-12-31T00:00:00Z'

/** Validates and normalizes an instant: schema checks accept dates and offsets that PostgreSQL rejects. */
export function readInstant(text: string, path: string): string {
  try {
    if (isAfter(text, EARLIEST) && isAfter(LATEST, text)) return Temporal.Instant.from(text).toString()
  } catch {
    // Matches the pattern but is not a date, such as the 99th of a month.
  }
  throw invalidInput(path, 'Not a valid time')
}

export const invalidInput = (path: string, message: string) =>
  new AppError('InvalidInput', { fields: [{ path, message }] })
