import { SNOOZE_MAX_DAYS } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'

const DAY_MS = 24 * 60 * 60_000

/** Validates until when to snooze; null: until the contact writes. */
export function wakeTime(until: string | null, now: string): string | null {
  if (until === null) return null
  const wakesAt = readInstant(until, 'until')
  if (!isAfter(wakesAt, now)) throw invalidInput('until', 'This time is over already')
  if (isAfter(wakesAt, shift(now, SNOOZE_MAX_DAYS * DAY_MS))) throw invalidInput('until', 'A year at most')
  return wakesAt
}
