import type { TenantTx } from '../../platform/database/database.ts'

/** Marks the events of an object that had arrived before it was read, in the transaction of their effect. */
export async function markEventsApplied(tx: TenantTx, objectId: string, readAt: string): Promise<void> {
  await tx
    .updateTable('paymentEvents')
    .set({ appliedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('objectId', '=', objectId)
    .where('appliedAt', 'is', null)
    .where('receivedAt', '<=', readAt)
    .execute()
}
