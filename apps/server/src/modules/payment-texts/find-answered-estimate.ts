import type { DeliveryStatus } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { MessageRow } from '../threads/index.ts'

/** Statuses of texts that the carrier accepted and has not given up. */
const RECEIVED: readonly DeliveryStatus[] = ['sent', 'delivered', 'read']

/**
 * The estimate in the last text sent to a contact before their reply: a reply answers that text and no earlier one. In
 * a merged conversation, the last text to the same number. None if that text was deleted, failed or not sent yet,
 * because it is unknown what the contact has read.
 */
export const findAnsweredEstimate = async (
  tx: TenantTx,
  { conversationId, viaId, index }: Pick<MessageRow, 'conversationId' | 'viaId' | 'index'>,
): Promise<{ documentId: string; body: string; createdAt: string } | undefined> => {
  const latest = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where(sql<boolean>`coalesce(via_conversation_id, conversation_id) = ${viaId ?? conversationId}`)
    .where('index', '<', index)
    .where('isOutgoing', '=', true)
    .where(sql<boolean>`(type in ('text', 'media') or (
      type = 'update' and data -> 'update' ->> 'kind' = 'message-deleted' and data ->> 'wasInbound' is null
    ))`)
    .orderBy('index', 'desc')
    .select(['id', 'body', 'createdAt', 'deliveryStatus'])
    .limit(1)
    .executeTakeFirst()
  if (!latest?.deliveryStatus || !RECEIVED.includes(latest.deliveryStatus)) return undefined
  const carried = await tx
    .selectFrom('paymentActivities as a')
    .innerJoin('paymentDocuments as d', (join) =>
      join.on('d.tenantId', '=', tx.tenantId).onRef('d.id', '=', 'a.documentId'),
    )
    .where('a.tenantId', '=', tx.tenantId)
    .where('a.messageId', '=', latest.id)
    .where('d.kind', '=', 'estimate')
    .select('a.documentId')
    .executeTakeFirst()
  return carried && { ...carried, body: latest.body, createdAt: latest.createdAt }
}
