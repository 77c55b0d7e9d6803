import type { TenantTx } from '../../platform/database/database.ts'
import { releaseClaims } from './claims.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import type { BookingRow } from './rows.ts'
import { updateBooking } from './write-booking.ts'

/** Ends a locked hold, and frees what it took. */
export async function endHold(tx: TenantTx, row: BookingRow): Promise<void> {
  await releaseClaims(tx, [row.id])
  await updateBooking(tx, row.id, { status: 'expired', heldUntil: null, endedAt: tx.now() })
  await recordBookingChanged(tx, row, { change: 'expired', by: null })
}
