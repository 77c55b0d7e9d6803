import type { Conversation, ConversationCriteria, ConversationFilter as Filter, Paging } from '@frontdesk/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { notAsExpected, readCursor } from '../../platform/paging.ts'
import { asksMoreThanKept, criteriaOf, keptCriteria, statesOf } from './matching.ts'
import { columns, joined, ownDraft } from './queries.ts'
import { type ConversationRow, toOwnConversation } from './rows.ts'
import { isVisible } from './visibility.ts'

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
  const conditions = sql.join(
    [
      sql`c.tenant_id = ${tx.tenantId}`,
      isVisible(actor, 'c'),
      ...criteriaOf(tx, query),
      ...(cursor ? [sql`(c.sorted_at, c.id) ${beyond} (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)`] : []),
    ],
    sql` and `,
  )
  // Each state is read along its own index, which is in order; of both, the first of each are put together.
  const ofState = (isClosed: boolean, limit: number, offset: number): RawBuilder<unknown> => sql`
    select c.* from conversations c where ${conditions} and c.is_closed = ${isClosed}
    order by c.sorted_at ${direction}, c.id ${direction} limit ${limit} offset ${offset}`
  const [state = false, other] = statesOf(query)
  const rowsOfPage =
    other === undefined
      ? ofState(state, pageSize + 1, skip)
      : sql`
        select c.* from (
          (${ofState(state, pageSize + 1 + skip, 0)}) union all (${ofState(other, pageSize + 1 + skip, 0)})
        ) c order by c.sorted_at ${direction}, c.id ${direction} limit ${pageSize + 1} offset ${skip}`
  const page = runPrepared(
    tx,
    sql<ConversationRow>`
    select ${columns}, ${ownDraft(tx, actor.userId)} from (${rowsOfPage}) c ${joined(tx)}
    order by c.sorted_at ${direction}, c.id ${direction}`,
  )
  // Both go out together: connections are pipelined.
  const [rows, totalItems] = await Promise.all([page, countKept(tx, actor, query)])

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

/** From the kept totals; null where the criteria ask what they do not know. */
export async function countKept(tx: TenantTx, actor: Actor, criteria: ConversationCriteria): Promise<number | null> {
  if (asksMoreThanKept(criteria)) return null
  const states = statesOf(criteria)
  const [row] = await runPrepared(
    tx,
    sql<{ total: number }>`
    select coalesce(sum(n.n), 0)::int as total from conversation_counts n
    where ${sql.join(
      [
        sql`n.tenant_id = ${tx.tenantId}`,
        isVisible(actor, 'n'),
        ...(states.length === 1 ? [sql`n.is_closed = ${states[0]}`] : []),
        ...keptCriteria(criteria, 'n'),
        ...(criteria.hasUnreadMessages ? [sql`n.is_unread`] : []),
      ],
      sql` and `,
    )}`,
  )
  return row?.total ?? 0
}

/** SQL: the ids of everything that matches and that the actor sees, at most `limit`. */
export const matchingIds = (tx: TenantTx, actor: Actor, criteria: ConversationCriteria, limit: number) => sql`
  select c.id from conversations c where ${sql.join(
    [
      sql`c.tenant_id = ${tx.tenantId}`,
      isVisible(actor, 'c'),
      sql`c.is_closed = any(${statesOf(criteria)}::boolean[])`,
      ...criteriaOf(tx, criteria),
    ],
    sql` and `,
  )} limit ${limit}`

/** How many match, at most `most`: from the kept totals where they know, by looking where they do not. */
export async function countMatching(
  tx: TenantTx,
  actor: Actor,
  criteria: ConversationCriteria,
  most: number,
): Promise<number> {
  const kept = await countKept(tx, actor, criteria)
  if (kept !== null) return Math.min(kept, most)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${matchingIds(tx, actor, criteria, most)}) found`.execute(tx)
  return rows[0]?.n ?? 0
}
