import type { BookingTaskKind } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'

/** Whether a visit has a task of a kind, open or done. */
export async function hasBookingTask(
  tx: TenantTx,
  { bookingId, kind }: { bookingId: string; kind: BookingTaskKind },
): Promise<boolean> {
  const row = await tx
    .selectFrom('bookingTasks')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
