import type { ConversationScope, Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isVisible } from '../visibility/index.ts'
import { findConversation, findConversationsByIds, isVisibleTo } from './queries.ts'
import type { ConversationRow } from './rows.ts'

/** The only way from an id to a conversation. Hidden and absent look the same. */
export async function accessConversation(
  tx: TenantTx,
  actor: Viewer,
  id: string,
  lock: 'read' | 'change' = 'read',
): Promise<ConversationRow> {
  const conversation = await findConversation(tx, actor, id, lock)
  if (!conversation) throw new AppError('ConversationNotFound')
  return conversation
}

/** Locks several conversations in id order, and throws unless the actor may see all of them. */
export async function accessConversations(
  tx: TenantTx,
  actor: Viewer,
  ids: readonly string[],
): Promise<ConversationRow[]> {
  const conversations = await findConversationsByIds(tx, actor, [...ids], 'change')
  if (conversations.length !== new Set(ids).size) throw new AppError('ConversationNotFound')
  return conversations
}

/** Keeps the ids of conversations that the viewer may see, in the given order. */
export async function findVisibleConversations(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.id', 'in', [...ids])
    .where(isVisible(viewer, 'c'))
    .select('c.id')
    .execute()
  const visible = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => visible.has(id))
}

/** The scope of a conversation, if the viewer may see it; without a viewer, if it exists. */
export function findVisibleScope(
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
): Promise<ConversationScope | undefined> {
  return tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.id', '=', id)
    .where(isVisibleTo(viewer))
    .select(['c.locationId', 'c.toUserId as assigneeId'])
    .executeTakeFirst()
}
