import { SNOOZE_MAX_DAYS } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'

const DAY_MS = 24 * 60 * 60_000

/** Validates until when to snooze; null: until the contact writes. */
export function parseSnoozeEnd(until: string | null, now: string): string | null {
  if (until === null) return null
  const end = readInstant(until, 'until')
  if (!isAfter(end, now)) throw invalidInput('until', 'Must be in the future')
  if (isAfter(end, shift(now, SNOOZE_MAX_DAYS * DAY_MS))) throw invalidInput('until', 'At most one year ahead')
  return end
}
