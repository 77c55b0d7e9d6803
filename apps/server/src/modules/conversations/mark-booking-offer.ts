import type { TenantTx } from '../../platform/database/database.ts'

/**
 * Stores whether times for a visit are offered in a locked conversation. Inbound texts are checked against the offer
 * only while it is set.
 */
export const markBookingOffer = (tx: TenantTx, id: string, hasBookingOffer: boolean): Promise<unknown> =>
  tx
    .updateTable('conversations')
    .set({ hasBookingOffer })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
