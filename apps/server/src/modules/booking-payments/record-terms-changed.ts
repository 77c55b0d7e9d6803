import type { TenantTx } from '../../platform/database/database.ts'
import { type BookingRow, recordBookingChanged } from '../bookings/index.ts'

/** Open screens read the booking again. */
export const recordTermsChanged = (
  tx: TenantTx,
  booking: Pick<BookingRow, 'id' | 'locationId'>,
  by: { userId: string | null } | null = null,
): Promise<void> => recordBookingChanged(tx, booking, { change: 'updated', by })
