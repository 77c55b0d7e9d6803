import type { BookingTaskKind } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'

/** Whether something of a kind was added to be done about a visit, done or not. */
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
