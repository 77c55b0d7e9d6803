import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { expireHoldSpec } from './expire-spec.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import type { BookingRow } from './rows.ts'
import { updateBooking } from './write-booking.ts'

/** Extends a locked hold while its contact is paying. */
export async function extendHold(tx: TenantTx, row: BookingRow, heldUntil: string): Promise<void> {
  if (row.heldUntil === null || !isAfter(heldUntil, row.heldUntil)) return
  await tx
    .updateTable('bookingClaims')
    .set({ heldUntil })
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', row.id)
    .execute()
  await updateBooking(tx, row.id, { heldUntil })
  await enqueue(tx, expireHoldSpec({ tenantId: tx.tenantId, id: row.id }, heldUntil))
  await recordBookingChanged(tx, row, { change: 'held', by: null })
}
