import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { ConversationEvent } from './handled-events.ts'
import { type Member, maySee } from './members.ts'

export type Cleared = Pick<Row<'notifications'>, 'id' | 'userId' | 'conversationId' | 'pushedAt'>

/** Clears the notifications that the events have settled. */
export const clearNotifications = async (tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> => [
  ...(await clearRead(tx, events)),
  ...(await clearResolvedFailures(tx, events)),
  ...(await clearDeleted(tx, events)),
]

/** Marks notifications read whose conversation the user has read. */
async function clearRead(tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> {
  const reads = events.filter(({ type, actorUserId }) => type === 'conversation.read' && actorUserId !== null)
  if (reads.length === 0) return []
  const { rows } = await sql<Cleared>`
    update notifications n set read_at = x.at
    from jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) as x ("actorUserId" uuid, "conversationId" uuid, at timestamptz)
    where n.tenant_id = ${tx.tenantId} and n.user_id = x."actorUserId" and n.conversation_id = x."conversationId"
      and n.read_at is null and n.updated_at <= x.at
    returning n.id, n.user_id, n.conversation_id, n.pushed_at`.execute(tx)
  return rows
}

/**
 * Marks notifications of failures read once the message was retried or dismissed; a retry that fails notifies again.
 */
async function clearResolvedFailures(tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> {
  const resolved = events.filter(({ type, isRetry }) => type === 'message.failure-dismissed' || isRetry)
  if (resolved.length === 0) return []
  const { rows } = await sql<Cleared>`
    update notifications n set read_at = x.at
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) as x ("messageId" uuid, at timestamptz)
    where n.tenant_id = ${tx.tenantId} and n.message_id = x."messageId" and n.kind = 'message-failed'
      and n.read_at is null and n.updated_at <= x.at
    returning n.id, n.user_id, n.conversation_id, n.pushed_at`.execute(tx)
  return rows
}

/** Deletes the notifications of deleted messages and notes, which quote them. */
async function clearDeleted(tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> {
  const ids = events.flatMap(({ type, messageId }) =>
    type === 'message.deleted' || type === 'note.deleted' ? (messageId ?? []) : [],
  )
  if (ids.length === 0) return []
  const { rows } = await sql<Cleared & { wasUnread: boolean }>`
    with deleted as (
      delete from notifications n where n.tenant_id = ${tx.tenantId} and n.message_id = any(${ids}::uuid[])
      returning n.id, n.user_id, n.conversation_id, n.pushed_at, n.read_at is null as was_unread
    )
    select id, user_id, conversation_id, pushed_at, was_unread from deleted`.execute(tx)
  return rows.filter(({ wasUnread }) => wasUnread)
}

export interface Removed {
  /** Users whose unread count may have dropped. */
  userIds: string[]
  /** Deleted conversations, by user who could see them. */
  sids: Map<string, string[]>
}

/**
 * Finds users who lost notifications: conversations that are deleted or merged take theirs along, invisible ones hide
 * them.
 */
export async function findRemoved(tx: TenantTx, members: Member[], events: ConversationEvent[]): Promise<Removed> {
  const idsOf = (type: ConversationEvent['type']) =>
    events.filter((event) => event.type === type).map(({ conversationId }) => conversationId)
  const sids = new Map<string, string[]>()
  for (const { type, conversationId, locationId, toUserId = null } of events) {
    if (type !== 'conversation.deleted' || !locationId) continue
    for (const member of members) {
      if (!maySee(member, { locationId, assigneeId: toUserId })) continue
      const { userId } = member.viewer
      sids.set(userId, [...(sids.get(userId) ?? []), toSid('CH', conversationId)])
    }
  }
  const userIds = members.map(({ viewer }) => viewer.userId)
  if (idsOf('conversation.merged').length > 0) return { userIds, sids }
  const leftIds = idsOf('conversation.left')
  if (leftIds.length === 0 || userIds.length === 0) return { userIds: [...sids.keys()], sids }
  const unreadRows = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', 'in', userIds)
    .where('conversationId', 'in', leftIds)
    .where('readAt', 'is', null)
    .select('userId')
    .distinct()
    .execute()
  return { userIds: [...sids.keys(), ...unreadRows.map(({ userId }) => userId)], sids }
}
