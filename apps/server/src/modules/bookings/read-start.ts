import { invalidInput, readInstant } from '../../platform/paging.ts'

const MINUTE_MS = 60_000

/**
 * Parses the start of a visit into epoch milliseconds. It must be a whole minute, as local times are stored without
 * seconds.
 */
export function readStart(text: string): number {
  const start = Date.parse(readInstant(text, 'startsOnUtc'))
  if (start % MINUTE_MS !== 0) throw invalidInput('startsOnUtc', 'Must be a whole minute')
  return start
}
