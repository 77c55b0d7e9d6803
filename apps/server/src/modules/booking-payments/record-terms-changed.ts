import type { TenantTx } from '../../platform/database/database.ts'
import { type BookingRow, recordBookingChanged } from '../bookings/index.ts'

/** Records the event that makes open screens refetch the booking. */
export const recordTermsChanged = (
  tx: TenantTx,
  booking: Pick<BookingRow, 'id' | 'locationId'>,
  by: { userId: string | null } | null = null,
): Promise<void> => recordBookingChanged(tx, booking, { change: 'updated', by })
