import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import type { BookingRow } from '../bookings/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import type { TermsRow } from './terms.ts'

const MINUTE_MS = 60_000
/** Long enough to try another card on the provider’s page, and short enough that the time is still held. */
export const RETRY_DELAY_MS = 5 * MINUTE_MS
/** With less time left, a contact could not finish before the time is released. */
export const RETRY_MIN_MS = 2 * MINUTE_MS

/** The page on which a visitor pays, or leaves a card, for a time that is held for them. */
export async function heldPaymentUrl(
  { publicUrl }: Pick<BookingPaymentDeps, 'publicUrl'>,
  tx: TenantTx,
  { clientBookingId }: BookingRow,
  { language }: TermsRow,
): Promise<string> {
  const { page } = await readBookingConfigs(tx)
  return `${publicUrl()}${BOOKING_PAGE_PATH}${page.slug}/held/${clientBookingId}/payment?lang=${language}`
}
