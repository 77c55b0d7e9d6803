import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { MessageRow } from '../threads/index.ts'

/**
 * The estimate that the latest text to a contact before one of theirs carried: a reply answers that text and no earlier
 * one. In a merged conversation the latest one to the same number.
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
    .where('type', 'in', ['text', 'media'])
    .orderBy('index', 'desc')
    .select(['id', 'body', 'createdAt'])
    .limit(1)
    .executeTakeFirst()
  if (!latest) return undefined
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
