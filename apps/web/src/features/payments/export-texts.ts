import type { DocumentCriteria } from '@frontdesk/contract/api'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { fullDate } from '../../lib/time.ts'

/** The kinds of documents in an export. */
export type ExportedKinds = 'requests' | 'estimates' | 'both'

export const ROWS_TEXTS: Record<ExportedKinds, MessageDescriptor> = {
  requests: msg`Payment requests, one row each`,
  estimates: msg`Estimates, one row each`,
  both: msg`Payment requests and estimates, one row each`,
}

export const countText = (kinds: ExportedKinds, count: number): string =>
  ({
    requests: plural(count, { one: '# payment request', other: '# payment requests' }),
    estimates: plural(count, { one: '# estimate', other: '# estimates' }),
    both: plural(count, { one: '# payment request or estimate', other: '# payment requests and estimates' }),
  })[kinds]

/** Payouts with the days of the filter, by the clock of its location. */
export function payoutsText({ startDateTimeUTC, endDateTimeUTC }: DocumentCriteria, zone: string): string {
  const lastInstant = endDateTimeUTC && Temporal.Instant.from(endDateTimeUTC).subtract({ seconds: 1 }).toString()
  const first = startDateTimeUTC && fullDate(startDateTimeUTC, zone)
  const last = lastInstant && fullDate(lastInstant, zone)
  if (first && first === last) return t`Payouts to the bank on ${first}`
  if (first && last) return t`Payouts to the bank from ${first} to ${last}`
  if (first) return t`Payouts to the bank since ${first}`
  return last ? t`Payouts to the bank until ${last}` : t`Payouts to the bank`
}
