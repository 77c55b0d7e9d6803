import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { findVisibleContacts, isVisible } from '../visibility/index.ts'
import {
  CONVERSATION_COLUMNS,
  type ConversationColumns,
  type ConversationRow,
  hideContact,
  type OwnConversationRow,
  showContact,
} from './rows.ts'

export const columns = (tx: TenantTx) => forTenant(tx, CONVERSATION_COLUMNS.sql)

export const joined = (tx: TenantTx) => sql`
  join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
  left join users u on u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id`

/** A teammate's own data in a conversation, besides its columns. */
export type OwnColumns = ConversationColumns & Pick<OwnConversationRow, 'draft' | 'isMarkedUnread'>

export const ownState = (tx: TenantTx, userId: string) => sql`
  (select d.message_draft from conversation_drafts d
   where d.tenant_id = ${tx.tenantId} and d.conversation_id = c.id and d.user_id = ${userId}) as draft,
  exists (select from conversation_unread_marks k
   where k.tenant_id = ${tx.tenantId} and k.conversation_id = c.id and k.user_id = ${userId}) as "isMarkedUnread"`

export const isVisibleTo = (viewer: Viewer | null) => (viewer ? isVisible(viewer, 'c') : sql<boolean>`true`)

/** Rows as the viewer may see them, with restricted contacts hidden where needed. Only those cost an extra query. */
export async function forViewer<Row extends ConversationColumns>(
  tx: TenantTx,
  viewer: Viewer | null,
  rows: readonly Row[],
): Promise<(Row & ConversationRow)[]> {
  const restricted = viewer ? rows.filter((row) => row.isContactRestricted).map((row) => row.contactId) : []
  const visible = viewer ? await findVisibleContacts(tx, viewer, restricted) : new Set<string>()
  return rows.map((row) => (visible.has(row.contactId) ? showContact(row) : hideContact(row)))
}

/**
 * Reads a conversation as the viewer may see it; without a viewer, any conversation, with a restricted contact hidden.
 */
export async function findConversation(
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
  lock: 'read' | 'change',
): Promise<ConversationRow | undefined> {
  // Prepared, like all statements with these columns: planning their joins takes longer than reading rows.
  const rows = await runPrepared(
    tx,
    sql<ConversationColumns>`
    select ${columns(tx)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${isVisibleTo(viewer)}
    ${lock === 'change' ? sql`for no key update of c` : sql``}`,
  )
  return (await forViewer(tx, viewer, rows))[0]
}

/** The conversation as the actor sees it, with their draft. */
export async function findOwnConversation(
  tx: TenantTx,
  actor: Viewer,
  id: string,
): Promise<OwnConversationRow | undefined> {
  const rows = await runPrepared(
    tx,
    sql<OwnColumns>`
    select ${columns(tx)}, ${ownState(tx, actor.userId)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${isVisible(actor, 'c')}`,
  )
  return (await forViewer(tx, actor, rows))[0]
}

/** Reads several conversations as the viewer may see them; locked in the order of their ids. */
export async function findConversationsByIds(
  tx: TenantTx,
  viewer: Viewer | null,
  ids: readonly string[],
  lock: 'read' | 'change' | 'available' = 'read',
): Promise<ConversationRow[]> {
  const rows = await runPrepared(
    tx,
    sql<ConversationColumns>`
    select ${columns(tx)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = any(${[...ids]}::uuid[]) and ${isVisibleTo(viewer)}
    ${lock === 'read' ? sql`` : sql`order by c.id for no key update of c ${lock === 'available' ? sql`skip locked` : sql``}`}`,
  )
  return forViewer(tx, viewer, rows)
}

export async function findByPhoneNumbers(
  tx: TenantTx,
  actor: Viewer,
  phoneNumbers: readonly string[],
  tenantPhoneNumber: string | null,
): Promise<OwnConversationRow[]> {
  const ofNumber = (alias: 'o' | 'v') =>
    tenantPhoneNumber === null ? sql`` : sql`and ${sql.ref(`${alias}.tenant_phone`)} = ${tenantPhoneNumber}`
  const { rows } = await sql<OwnColumns>`
    select ${columns(tx)}, ${ownState(tx, actor.userId)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and ${isVisible(actor, 'c')} and c.id in (
      select o.id from conversations o where o.tenant_id = ${tx.tenantId} and o.contact_phone = any(${[...phoneNumbers]}::text[]) ${ofNumber('o')}
      union all
      select v.into_id from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = any(${[...phoneNumbers]}::text[]) ${ofNumber('v')}
    )
    order by c.sorted_at desc, c.id limit 100`.execute(tx)
  return forViewer(tx, actor, rows)
}

/** Whether the actor may see the conversation of a message or a scheduled message. */
export async function maySeeMessage(tx: TenantTx, actor: Viewer, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversations c where c.tenant_id = ${tx.tenantId} and ${isVisible(actor, 'c')} and c.id in (
      select m.conversation_id from messages m where m.tenant_id = ${tx.tenantId} and m.id = ${messageId}
      union all
      select s.conversation_id from scheduled_messages s where s.tenant_id = ${tx.tenantId} and s.id = ${messageId}
    )`.execute(tx)
  return rows.length > 0
}

/** Limits what every unread list has to look up; older marks no longer count. */
const MARKS_MAX = 1000

/** Finds the conversations with a user's unread mark, newest marks first. */
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
