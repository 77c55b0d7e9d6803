import {
  type Conversation,
  type ConversationFacts,
  type ConversationStats,
  type ConversationFilter as Filter,
  type Paging,
  phoneSearchDigits,
} from '@frontdesk/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { notAsExpected, readCursor, readInstant } from '../../platform/paging.ts'
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  type MessageRow,
  toConversation,
  toOwnConversation,
} from './rows.ts'
import { isVisible } from './visibility.ts'

const columns = sql.raw(CONVERSATION_COLUMNS)

const joined = (tx: TenantTx) => sql`
  join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
  left join users u on u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id`

const ownDraft = (tx: TenantTx, userId: string) => sql`
  (select d.message_draft from conversation_drafts d
   where d.tenant_id = ${tx.tenantId} and d.conversation_id = c.id and d.user_id = ${userId}) as draft`

export async function findConversation(
  tx: TenantTx,
  visible: RawBuilder<boolean>,
  id: string,
  lock: 'read' | 'change',
): Promise<Conversation | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${columns} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${visible}
    ${lock === 'change' ? sql`for no key update of c` : sql``}`.execute(tx)
  return rows[0] && toConversation(rows[0])
}

export async function findFacts(
  tx: TenantTx,
  visible: RawBuilder<boolean>,
  id: string,
): Promise<ConversationFacts | undefined> {
  const { rows } = await sql<{ locationId: string; toUserId: string | null }>`
    select c.location_id, c.to_user_id from conversations c
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${visible}`.execute(tx)
  return rows[0] && { locationID: rows[0].locationId, toUserID: rows[0].toUserId }
}

/** The conversation as the actor sees it, with their draft. */
export async function findOwnConversation(tx: TenantTx, actor: Actor, id: string): Promise<Conversation | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${columns}, ${ownDraft(tx, actor.userId)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${isVisible(actor, 'c')}`.execute(tx)
  return rows[0] && toOwnConversation(rows[0], actor.userId)
}

export async function findConversationsByIds(tx: TenantTx, actor: Actor, ids: string[]): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${columns} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isVisible(actor, 'c')}`.execute(tx)
  return rows.map(toConversation)
}

export async function findByPhoneNumber(
  tx: TenantTx,
  actor: Actor,
  phoneNumber: string,
  tenantPhoneNumber: string | null,
): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${columns}, ${ownDraft(tx, actor.userId)} from conversations c ${joined(tx)}
    where c.tenant_id = ${tx.tenantId} and c.contact_phone = ${phoneNumber} and ${isVisible(actor, 'c')}
      ${tenantPhoneNumber === null ? sql`` : sql`and c.tenant_phone = ${tenantPhoneNumber}`}
    order by c.sorted_at desc, c.id limit 100`.execute(tx)
  return rows.map((row) => toOwnConversation(row, actor.userId))
}

type ConversationQuery = z.output<typeof Filter>

/** Page numbers are for small tables read by hand; deep in a list only the cursor is fast. */
const PAGE_NUMBER_MAX_SKIP = 20_000

export async function listConversations(
  tx: TenantTx,
  actor: Actor,
  query: ConversationQuery,
): Promise<{ conversations: Conversation[]; paging: Paging }> {
  const { pageNumber, pageSize, orderByDesc } = query
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
  const skip = cursor ? 0 : (pageNumber - 1) * pageSize
  if (skip > PAGE_NUMBER_MAX_SKIP) throw notAsExpected('pageNumber', 'Use the cursor for pages this deep')
  const direction = sql.raw(orderByDesc ? 'desc' : 'asc')
  const beyond = sql.raw(orderByDesc ? '<' : '>')
  const conditions = [
    sql`c.tenant_id = ${tx.tenantId}`,
    isVisible(actor, 'c'),
    ...kept(query, 'c'),
    ...searched(tx, query),
    ...(query.hasUnreadMessages ? [sql`c.unread_messages > 0`] : []),
    ...(query.sources ? [sql`c.type = any(${query.sources})`] : []),
    ...(query.startDateTimeUTC
      ? [sql`c.sorted_at >= ${readInstant(query.startDateTimeUTC, 'startDateTimeUTC')}::timestamptz`]
      : []),
    ...(query.endDateTimeUTC
      ? [sql`c.sorted_at < ${readInstant(query.endDateTimeUTC, 'endDateTimeUTC')}::timestamptz`]
      : []),
    ...(cursor ? [sql`(c.sorted_at, c.id) ${beyond} (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)`] : []),
  ]
  const page = runPrepared(
    tx,
    sql<ConversationRow>`
    select ${columns}, ${ownDraft(tx, actor.userId)} from (
      select c.* from conversations c where ${sql.join(conditions, sql` and `)}
      order by c.sorted_at ${direction}, c.id ${direction} limit ${pageSize + 1} offset ${skip}
    ) c ${joined(tx)}
    order by c.sorted_at ${direction}, c.id ${direction}`,
  )
  // Both go out together: connections are pipelined.
  const [rows, totalItems] = await Promise.all([page, countMatching(tx, actor, query)])

  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasNextPage = rows.length > pageSize
  const hasPreviousPage = cursor !== null || pageNumber > 1
  return {
    conversations: shown.map((row) => toOwnConversation(row, actor.userId)),
    paging: {
      pageNumber,
      pageSize,
      hasNextPage,
      hasPreviousPage,
      isFirstPage: !hasPreviousPage,
      isLastPage: !hasNextPage,
      totalItems,
      totalPages: totalItems === null ? null : Math.ceil(totalItems / pageSize),
      nextCursor: hasNextPage && last ? `${last.sortedAt}|${last.id}` : null,
    },
  }
}

/** Filters that the kept totals know as well. */
function kept(query: ConversationQuery, alias: 'c' | 'n'): RawBuilder<unknown>[] {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return [
    sql`${column('is_closed')} = ${query.isClosed}`,
    ...(query.toUserIDs ? [sql`${column('to_user_id')} = any(${query.toUserIDs}::uuid[])`] : []),
    ...(query.folderKeys ? [sql`${column('folder')} = any(${query.folderKeys})`] : []),
    ...(query.statusKeys ? [sql`${column('status_key')} = any(${query.statusKeys})`] : []),
    ...(query.locationIDs ? [sql`${column('location_id')} = any(${query.locationIDs}::uuid[])`] : []),
  ]
}

function searched(tx: TenantTx, { searchName, searchPhoneNumber }: ConversationQuery): RawBuilder<unknown>[] {
  const contacts = (match: RawBuilder<unknown>) =>
    sql`c.contact_phone in (select t.phone from contacts t where t.tenant_id = ${tx.tenantId} and ${match})`
  const digits = searchPhoneNumber ? phoneSearchDigits(searchPhoneNumber)?.replace(/^0+/, '') : undefined
  return [
    ...(searchName ? [contacts(sql`t.name ilike ${`%${escapeLike(searchName)}%`}`)] : []),
    ...(searchPhoneNumber ? [digits ? contacts(sql`t.phone like ${`%${digits}%`}`) : sql`false`] : []),
  ]
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** From the kept totals; null where the filter asks what they do not know. */
async function countMatching(tx: TenantTx, actor: Actor, query: ConversationQuery): Promise<number | null> {
  if (query.searchName || query.searchPhoneNumber || query.sources || query.startDateTimeUTC || query.endDateTimeUTC)
    return null
  const [row] = await runPrepared(
    tx,
    sql<{ total: number }>`
    select coalesce(sum(n.n), 0)::int as total from conversation_counts n
    where ${sql.join(
      [
        sql`n.tenant_id = ${tx.tenantId}`,
        isVisible(actor, 'n'),
        ...kept(query, 'n'),
        ...(query.hasUnreadMessages ? [sql`n.is_unread`] : []),
      ],
      sql` and `,
    )}`,
  )
  return row?.total ?? 0
}

interface CountRow {
  locationId: string
  toUserId: string | null
  folder: string
  statusKey: string | null
  isClosed: boolean
  isUnread: boolean
  n: number
  steps: number
}

/** Totals under the viewer's own visibility, from the kept counts. `steps`: how many rows were summed. */
export async function countConversations(
  tx: TenantTx,
  actor: Actor,
  { locationIDs, isClosed }: { locationIDs?: string[] | undefined; isClosed: boolean },
): Promise<{ stats: ConversationStats; steps: number }> {
  const rows = await runPrepared(
    tx,
    sql<CountRow>`
    select n.location_id as "locationId", n.to_user_id as "toUserId", n.folder, n.status_key as "statusKey", n.is_closed as "isClosed",
      n.is_unread as "isUnread", sum(n.n)::int as n, count(*)::int as steps
    from conversation_counts n
    where n.tenant_id = ${tx.tenantId} and ${isVisible(actor, 'n')}
      ${locationIDs ? sql`and n.location_id = any(${locationIDs}::uuid[])` : sql``}
    group by 1, 2, 3, 4, 5, 6`,
  )

  const emptyTotals = () => ({ byUser: {}, byFolder: {}, byStatus: {}, byLocation: {} })
  const stats: ConversationStats = {
    totalOpen: 0,
    totalClosed: 0,
    totalUnread: 0,
    totals: emptyTotals(),
    unreadTotals: emptyTotals(),
  }
  const add = (totals: Record<string, number>, key: string | null, n: number) => {
    if (key !== null) totals[key] = (totals[key] ?? 0) + n
  }
  for (const row of rows) {
    stats[row.isClosed ? 'totalClosed' : 'totalOpen'] += row.n
    // A step up and a step down: whom everything was taken from holds nothing, not zero.
    if (row.isClosed !== isClosed || row.n === 0) continue
    if (row.isUnread) stats.totalUnread += row.n
    for (const totals of row.isUnread ? [stats.totals, stats.unreadTotals] : [stats.totals]) {
      add(totals.byUser, row.toUserId, row.n)
      add(totals.byFolder, row.folder, row.n)
      add(totals.byStatus, row.statusKey, row.n)
      add(totals.byLocation, row.locationId, row.n)
    }
  }
  return { stats, steps: rows.reduce((sum, row) => sum + row.steps, 0) - rows.length }
}

const messageColumns = (tx: TenantTx) => sql`
  m.id, m.conversation_id as "conversationId", m.index, m.type, m.is_outgoing as "isOutgoing", m.author_user_id as "authorUserId", m.author, m.body, m.data,
  m.delivery_status as "deliveryStatus", m.error_code as "errorCode", m.error_reason as "errorReason", m.can_retry as "canRetry", m.handled_at is not null as "isHandled", m.segments,
  m.version, m.created_at as "createdAt",
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
