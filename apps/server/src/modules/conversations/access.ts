import type { Conversation } from '@frontdesk/contract/api'
import type { ConversationScope, Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isVisible } from '../visibility/index.ts'
import { findConversation, findConversationsByIds, findScope, lockMessage } from './queries.ts'
import type { MessageRow } from './rows.ts'

/** The only way from an id to a conversation. Hidden and absent look the same. */
export async function accessConversation(
  tx: TenantTx,
  actor: Actor,
  id: string,
  lock: 'read' | 'change' = 'read',
): Promise<Conversation> {
  const conversation = await findConversation(tx, actor, id, lock)
  if (!conversation) throw new AppError('ConversationNotFound')
  return conversation
}

/** The same from a message's id, with its conversation locked. */
export async function accessMessage(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<{ row: MessageRow; conversation: Conversation }> {
  const found = await lockMessage(tx, actor, id)
  if (!found) throw new AppError('MessageNotFound')
  return found
}

/** The same for several, held for a change in one order: all of them or none. */
export async function accessConversations(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<Conversation[]> {
  const conversations = await findConversationsByIds(tx, actor, [...ids], 'change')
  if (conversations.length !== new Set(ids).size) throw new AppError('ConversationNotFound')
  return conversations
}

/** The ids among these whose conversations the viewer may see, in the given order. */
export async function findVisibleConversations(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.tenant_id = ${tx.tenantId} and c.id = any(${[...ids]}::uuid[]) and ${isVisible(viewer, 'c')}`.execute(tx)
  const visible = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => visible.has(id))
}

/** What decides who may see a conversation, if the actor may; without one, if it exists. */
export const findVisibleScope = (
  tx: TenantTx,
  actor: Actor | null,
  id: string,
): Promise<ConversationScope | undefined> => findScope(tx, actor ? isVisible(actor, 'c') : sql<boolean>`true`, id)
