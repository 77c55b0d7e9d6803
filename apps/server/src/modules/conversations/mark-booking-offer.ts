import type { TenantTx } from '../../platform/database/database.ts'

/** Stores whether times for a visit are offered in a locked conversation. Texts that may be about them are told by it. */
export const markBookingOffer = (tx: TenantTx, id: string, hasBookingOffer: boolean): Promise<unknown> =>
  tx
    .updateTable('conversations')
    .set({ hasBookingOffer })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
