import { sql } from 'kysely'
import { type TenantTx, textsOf } from '../../platform/database/database.ts'

/** Marks the events of objects that had arrived before these were read, in the transaction of their effect. */
export async function markEventsApplied(tx: TenantTx, objectIds: readonly string[], readAt: string): Promise<void> {
  await tx
    .updateTable('paymentEvents')
    .set({ appliedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`object_id = any(${textsOf(objectIds)})`)
    .where('appliedAt', 'is', null)
    .where('receivedAt', '<=', readAt)
    .execute()
}
