import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { idsOf, runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { type ConversationRow, findConversation } from '../conversations/index.ts'
import { MESSAGE_COLUMNS, type MessageRow } from './rows.ts'

/**
 * Locks the conversation of a row, such as a message. Merging and unmerging move rows to another conversation, so the
 * row is read again under the lock: it must not be sent from the numbers of a conversation that it has left.
 */
export async function lockWithConversation<Row extends { conversationId: string }>(
  tx: TenantTx,
  viewer: Viewer | null,
  find: () => Promise<Row | undefined>,
): Promise<{ row: Row; conversation: ConversationRow } | undefined> {
  for (let tries = 0; tries < 5; tries++) {
    const before = await find()
    if (!before) return undefined
    const conversation = await findConversation(tx, viewer, before.conversationId, 'change')
    const row = await find()
    if (row?.conversationId === before.conversationId) return conversation && { row, conversation }
  }
  throw new Error('Gave up locking a conversation after five merges.')
}

export const lockMessage = (
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
): Promise<{ row: MessageRow; conversation: ConversationRow } | undefined> =>
  lockWithConversation(tx, viewer, async () => (await findMessages(tx, [id]))[0])

const messageColumns = (tx: TenantTx) => forTenant(tx, MESSAGE_COLUMNS.sql)

/** Lists the newest page of each conversation, or the page next to an index, oldest first. The caller checks access. */
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
    from unnest(${conversationIds}::uuid[]) as r (id)
    cross join lateral (
      select * from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = r.id ${edge}
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
  // Prepared: planning its columns takes longer than reading the rows.
  return runPrepared(
    tx,
    sql<MessageRow>`
    select ${messageColumns(tx)} from messages m where m.tenant_id = ${tx.tenantId} and m.id = any(${idsOf(ids)})
    order by m.conversation_id, m.index`,
  )
}

/** Reads a message without checking access. */
export async function findMessage(tx: TenantTx, id: string): Promise<MessageRow | undefined> {
  return (await findMessages(tx, [id]))[0]
}

/** The latest text to the contact before a message. */
export const findLatestOutgoing = (tx: TenantTx, { conversationId, index }: MessageRow) =>
  tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('index', '<', index)
    .where('isOutgoing', '=', true)
    .where('type', 'in', ['text', 'media'])
    .orderBy('index', 'desc')
    .select(['id', 'author', 'authorUserId', 'purpose', 'createdAt'])
    .limit(1)
    .executeTakeFirst()
