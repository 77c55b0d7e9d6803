import type { Conversation, Message } from '@frontdesk/contract/api'
import { type ConversationScope, QUOTE_MAX, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { findVisibleContacts, isVisible } from '../visibility/index.ts'
import {
  type ConversationRow,
  conversationColumns,
  type MessageRow,
  toConversation,
  toMessage,
  toOwnConversation,
} from './rows.ts'

export const columns = (tx: TenantTx) => forTenant(tx, conversationColumns)

export const joined = (tx: TenantTx) => sql`
  join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
  left join users u on u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id`

export const ownState = (tx: TenantTx, userId: string) => sql`
  (select d.message_draft from conversation_drafts d
   where d.tenant_id = ${tx.tenantId} and d.conversation_id = c.id and d.user_id = ${userId}) as draft,
  exists (select from conversation_unread_marks k
   where k.tenant_id = ${tx.tenantId} and k.conversation_id = c.id and k.user_id = ${userId}) as "isMarkedUnread"`

const isVisibleTo = (viewer: Viewer | null) => (viewer ? isVisible(viewer, 'c') : sql<boolean>`true`)

/** Rows as the viewer may see them, with restricted contacts hidden where needed. Only those cost an extra query. */
async function forViewer<Shown>(
  tx: TenantTx,
  viewer: Viewer | null,
  rows: readonly ConversationRow[],
  show: (row: ConversationRow, showsContact: boolean) => Shown,
): Promise<Shown[]> {
  const restricted = viewer ? rows.filter((row) => row.isContactRestricted).map((row) => row.contactId) : []
  const visible = viewer ? await findVisibleContacts(tx, viewer, restricted) : new Set<string>()
  return rows.map((row) => show(row, visible.has(row.contactId)))
}

export const toOwnConversations = (
  tx: TenantTx,
  actor: Actor,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> =>
  forViewer(tx, actor, rows, (row, showsContact) => toOwnConversation(row, actor.userId, showsContact))

/**
 * Reads a conversation as the viewer may see it. Without a viewer it is always found, with a restricted contact hidden.
 */
export async function findConversation(
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
  lock: 'read' | 'change',
): Promise<Conversation | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${columns(tx)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${isVisibleTo(viewer)}
    ${lock === 'change' ? sql`for no key update of c` : sql``}`.execute(tx)
  return (await forViewer(tx, viewer, rows, toConversation))[0]
}

/**
 * Something that stands in a conversation, with that conversation held. Merging and taking out again carry it to another
 * one, so it is looked at once more under the lock: nothing is to be sent by the numbers of a thread it has left.
 */
export async function lockWithConversation<Row extends { conversationId: string }>(
  tx: TenantTx,
  viewer: Viewer | null,
  find: () => Promise<Row | undefined>,
): Promise<{ row: Row; conversation: Conversation } | undefined> {
  for (let tries = 0; tries < 5; tries++) {
    const asked = await find()
    if (!asked) return undefined
    const conversation = await findConversation(tx, viewer, asked.conversationId, 'change')
    const row = await find()
    if (row?.conversationId === asked.conversationId) return conversation && { row, conversation }
  }
  throw new Error('It moves faster than it can be held.')
}

export const lockMessage = (
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
): Promise<{ row: MessageRow; conversation: Conversation } | undefined> =>
  lockWithConversation(tx, viewer, async () => (await findMessages(tx, [id]))[0])

export async function findScope(
  tx: TenantTx,
  visible: RawBuilder<boolean>,
  id: string,
): Promise<ConversationScope | undefined> {
  const { rows } = await sql<{ locationId: string; toUserId: string | null }>`
    select c.location_id, c.to_user_id from conversations c
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${visible}`.execute(tx)
  return rows[0] && { locationID: rows[0].locationId, toUserID: rows[0].toUserId }
}

/** The conversation as the actor sees it, with their draft. */
export async function findOwnConversation(tx: TenantTx, actor: Actor, id: string): Promise<Conversation | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${columns(tx)}, ${ownState(tx, actor.userId)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${isVisible(actor, 'c')}`.execute(tx)
  return (await toOwnConversations(tx, actor, rows))[0]
}

export async function findConversationsByIds(
  tx: TenantTx,
  actor: Actor,
  ids: string[],
  lock: 'read' | 'change' = 'read',
): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${columns(tx)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isVisible(actor, 'c')}
    ${lock === 'change' ? sql`order by c.id for no key update of c` : sql``}`.execute(tx)
  return forViewer(tx, actor, rows, toConversation)
}

export async function findByPhoneNumber(
  tx: TenantTx,
  actor: Actor,
  phoneNumber: string,
  tenantPhoneNumber: string | null,
): Promise<Conversation[]> {
  const ofNumber = (alias: 'o' | 'v') =>
    tenantPhoneNumber === null ? sql`` : sql`and ${sql.ref(`${alias}.tenant_phone`)} = ${tenantPhoneNumber}`
  const { rows } = await sql<ConversationRow>`
    select ${columns(tx)}, ${ownState(tx, actor.userId)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and ${isVisible(actor, 'c')} and c.id in (
      select o.id from conversations o where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${phoneNumber} ${ofNumber('o')}
      union all
      select v.into_id from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = ${phoneNumber} ${ofNumber('v')}
    )
    order by c.sorted_at desc, c.id limit 100`.execute(tx)
  return toOwnConversations(tx, actor, rows)
}

const messageColumns = (tx: TenantTx) => sql`
  m.id, m.conversation_id as "conversationId", m.via_conversation_id as "viaId", m.index, m.type, m.is_outgoing as "isOutgoing", m.author_user_id as "authorUserId", m.author, m.body, m.data,
  m.delivery_status as "deliveryStatus", m.error_code as "errorCode", m.error_reason as "errorReason", m.can_retry as "canRetry", m.handled_at is not null as "isHandled", m.segments,
  m.version, m.created_at as "createdAt",
  case when m.data ? 'quote' then (
    select jsonb_build_object('id', q.id, 'index', q.index, 'type', q.type, 'author', q.author, 'isOutgoing', q.is_outgoing, 'text', left(q.body, ${sql.raw(String(QUOTE_MAX))}))
    from messages q
    where q.tenant_id = ${tx.tenantId} and q.id = (m.data -> 'quote' ->> 'id')::uuid and q.conversation_id = m.conversation_id
  ) end as quote,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'filename', f.filename, 'contentType', f.content_type, 'byteSize', f.byte_size, 'width', f.width, 'height', f.height, 'state', f.state
    ) order by f.position)
    from files f where f.tenant_id = ${tx.tenantId} and f.message_id = m.id
  ), '[]') as media,
  coalesce((
    select jsonb_agg(jsonb_build_object('userId', s.user_id, 'displayName', su.display_name) order by s.seen_at)
    from message_seen s join users su on su.tenant_id = ${tx.tenantId} and su.id = s.user_id
    where s.tenant_id = ${tx.tenantId} and s.message_id = m.id
  ), '[]') as "seenBy"`

/** Messages of conversations the caller has access to: the newest page of each, or the one next to an index; oldest first. */
export async function listMessages(
  tx: TenantTx,
  conversationIds: string[],
  { pageSize, beforeIndex, afterIndex }: { pageSize: number; beforeIndex?: number; afterIndex?: number },
): Promise<Map<string, { rows: MessageRow[]; hasMore: boolean }>> {
  const isForward = afterIndex !== undefined
  const edge = isForward
    ? sql`and m.index > ${afterIndex}`
    : beforeIndex === undefined
      ? sql``
      : sql`and m.index < ${beforeIndex}`
  const rows = await runPrepared(
    tx,
    sql<MessageRow>`
    select ${messageColumns(tx)}
    from unnest(${conversationIds}::uuid[]) as asked (id)
    cross join lateral (
      select * from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = asked.id ${edge}
      order by m.index ${sql.raw(isForward ? 'asc' : 'desc')} limit ${pageSize + 1}
    ) m`,
  )
  const pages = new Map(conversationIds.map((id) => [id, { rows: [] as MessageRow[], hasMore: false }]))
  for (const row of rows) pages.get(row.conversationId)?.rows.push(row)
  for (const page of pages.values()) {
    page.hasMore = page.rows.length > pageSize
    page.rows = page.rows.slice(0, pageSize).sort((a, b) => a.index - b.index)
  }
  return pages
}

export async function findMessages(tx: TenantTx, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select ${messageColumns(tx)} from messages m where m.tenant_id = ${tx.tenantId} and m.id = any(${ids}::uuid[])
    order by m.conversation_id, m.index`.execute(tx)
  return rows
}

/** One message as it is, whoever may see it. */
export async function findMessage(tx: TenantTx, id: string): Promise<Message | undefined> {
  const [row] = await findMessages(tx, [id])
  return row && toMessage(row)
}

/** Whether the actor may see the conversation a message, sent or scheduled, stands in. */
export async function maySeeMessage(tx: TenantTx, actor: Actor, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversations c where c.tenant_id = ${tx.tenantId} and ${isVisible(actor, 'c')} and c.id in (
      select m.conversation_id from messages m where m.tenant_id = ${tx.tenantId} and m.id = ${messageId}
      union all
      select s.conversation_id from scheduled_messages s where s.tenant_id = ${tx.tenantId} and s.id = ${messageId}
    )`.execute(tx)
  return rows.length > 0
}

/** More would be no marks but a second inbox; the oldest go. */
const MARKS_MAX = 1000

/** What somebody marked, the newest first. */
export async function findUnreadMarks(tx: TenantTx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('conversationUnreadMarks')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .select('conversationId')
    .orderBy('markedAt', 'desc')
    .limit(MARKS_MAX)
    .execute()
  return rows.map(({ conversationId }) => conversationId)
}
