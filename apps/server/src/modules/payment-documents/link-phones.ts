import type { TenantTx } from '../../platform/database/database.ts'
import { selectMessagesWithPair } from '../number-pairs/index.ts'
import type { DocumentRow } from './rows.ts'

type Sent = Pick<DocumentRow, 'id' | 'sentMessageId'>

/** The numbers that texts with a link to a document were sent to. */
export async function findLinkPhones(tx: TenantTx, document: Sent): Promise<string[]> {
  const messageIds = await findCarryingIds(tx, document)
  if (messageIds.length === 0) return []
  const rows = await selectMessagesWithPair(tx)
    .where('m.id', 'in', messageIds)
    .where('m.isOutgoing', '=', true)
    .execute()
  return rows.map(({ contactPhone }) => contactPhone)
}

async function findCarryingIds(tx: TenantTx, { id, sentMessageId }: Sent): Promise<string[]> {
  const activities = await tx
    .selectFrom('paymentActivities')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('messageId', 'is not', null)
    .select('messageId')
    .execute()
  const charges = await tx
    .selectFrom('paymentCharges as k')
    .innerJoin('payments as p', (join) => join.on('p.tenantId', '=', tx.tenantId).onRef('p.id', '=', 'k.paymentId'))
    .where('k.tenantId', '=', tx.tenantId)
    .where('p.documentId', '=', id)
    .select('k.textMessageId as messageId')
    .execute()
  return [...activities, ...charges, { messageId: sentMessageId }].flatMap(({ messageId }) => messageId ?? [])
}
