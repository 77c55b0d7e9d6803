import type { NotificationKind } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { STORED_COLUMNS, type StoredNotification } from './list.ts'

export interface PendingNotification {
  id: string
  userId: string
  kind: NotificationKind
  conversationId: string
  messageId: string | null
  index: number
  title: string
  body: string
  count: number
  at: string
}

/** Upserts one unread row per user, conversation and kind; skips users who have already seen the message. */
export async function storeNotifications(tx: TenantTx, pending: PendingNotification[]): Promise<StoredNotification[]> {
  if (pending.length === 0) return []
  const groupKey = ({ userId, conversationId, kind }: PendingNotification) => `${userId}${conversationId}${kind}`
  const grouped = [...Map.groupBy(pending, groupKey).values()].flatMap((group) => {
    const count = group.reduce((sum, notification) => sum + notification.count, 0)
    return group.slice(-1).map((latest) => ({ ...latest, count }))
  })
  // Insert in a fixed order, so that concurrent jobs don't deadlock.
  const ordered = grouped.toSorted((a, b) => (groupKey(a) < groupKey(b) ? -1 : 1))
  return runPrepared(
    tx,
    sql<StoredNotification>`
    insert into notifications as n
      (tenant_id, id, user_id, kind, conversation_id, message_id, title, body, count, updated_at)
    select ${tx.tenantId}, x.id, x."userId", x.kind, x."conversationId", x."messageId", x.title, x.body, x.count, x.at
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as x (
      id uuid, "userId" uuid, kind text, "conversationId" uuid, "messageId" uuid, index integer, title text, body text,
      count integer, at timestamptz
    )
    where (
      -- A scalar subquery uses the index for each row; an anti join could scan all rows of the tenant.
      select existing.id from notifications existing
      where existing.tenant_id = ${tx.tenantId} and existing.conversation_id = x."conversationId"
      and existing.user_id = x."userId" and existing.kind = x.kind
        and case x.kind
          when 'message-failed' then existing.message_id = x."messageId" and existing.updated_at >= x.at
          when 'conversation-assigned' then existing.updated_at >= x.at
          else existing.message_id = x."messageId" or existing.updated_at > x.at end
      limit 1
    ) is null and (x.kind in ('message-failed', 'conversation-assigned') or not exists (
      select from messages m join message_seen s on s.tenant_id = ${tx.tenantId} and s.message_id = m.id
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = x."conversationId" and m.index >= x.index
        and s.user_id = x."userId"
    ))
    on conflict (tenant_id, user_id, conversation_id, kind) where read_at is null do update set
      message_id = excluded.message_id, title = excluded.title, body = excluded.body,
      count = n.count + excluded.count, updated_at = excluded.updated_at, mailed_at = null
    returning ${STORED_COLUMNS}`,
  )
}
