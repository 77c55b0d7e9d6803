import { sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

/** Subject of a notification: a message, or the latest message of a conversation. */
export type Subject = Pick<Row<'conversations'>, 'locationId' | 'toUserId' | 'isBlocked' | 'unreadMessages'> &
  Pick<Row<'messages'>, 'conversationId' | 'index' | 'authorUserId' | 'author' | 'body'> & {
    messageId: string | null
    mentions: string[]
    preview: string
    contact: string
  }

/**
 * Loads the messages to notify about. If a conversation is deleted meanwhile, the foreign key fails the job, and its
 * retry skips it.
 */
export async function findSubjects(tx: TenantTx, messageIds: string[]): Promise<Map<string, Subject>> {
  if (messageIds.length === 0) return new Map()
  const rows = await runPrepared(
    tx,
    sql<Subject>`
    select m.conversation_id as "conversationId", m.id as "messageId", m.index, m.author_user_id as "authorUserId", m.author, m.body,
      array(select x ->> 'userId' from jsonb_array_elements(m.data -> 'note' -> 'mentions') x) as mentions,
      case when m.index = c.latest_index and m.type <> 'note' then c.latest_message else m.body end as preview,
      coalesce(c.friendly_name, case when not c.is_contact_restricted then nullif(t.name, '') end, c.contact_phone) as contact, c.location_id as "locationId",
      c.to_user_id as "toUserId", c.is_blocked as "isBlocked", c.unread_messages as "unreadMessages"
    from messages m
    join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    where m.tenant_id = ${tx.tenantId} and m.id = any(${messageIds}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.messageId ?? '', row]))
}

/** Loads assigned conversations with their latest message. */
export async function findAssignedSubjects(tx: TenantTx, conversationIds: string[]): Promise<Map<string, Subject>> {
  if (conversationIds.length === 0) return new Map()
  const { rows } = await sql<Subject>`
    select c.id as conversation_id, null::uuid as message_id, c.latest_index as index, null::uuid as author_user_id, '' as author, array[]::text[] as mentions,
      c.latest_message as body, c.latest_message as preview,
      coalesce(c.friendly_name, case when not c.is_contact_restricted then nullif(t.name, '') end, c.contact_phone) as contact,
      c.location_id, c.to_user_id, c.is_blocked, c.unread_messages
    from conversations c
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    where c.tenant_id = ${tx.tenantId} and c.id = any(${conversationIds}::uuid[])
      and c.to_user_id is not null`.execute(tx)
  return new Map(rows.map((row) => [row.conversationId, row]))
}
