import type { ConversationCriteria, ConversationFilter as Filter, Paging } from '@frontdesk/contract/api'
import { CONVERSATION_PAGE_SIZE } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { invalidInput, readCursor } from '../../platform/paging.ts'
import type { CountRow } from '../totals/index.ts'
import { isVisible } from '../visibility/index.ts'
import {
  countableCriteria,
  criteriaOf,
  isNarrowed,
  type Lookups,
  lookUp,
  lookUpMarks,
  lookUpPhones,
  markedCriteria,
  needsRows,
  statesOf,
} from './matching.ts'
import { columns, forViewer, joined, type OwnColumns, ownState } from './queries.ts'
import type { ConversationColumns, OwnConversationRow } from './rows.ts'

type ConversationQuery = z.output<typeof Filter>

/** Offsets are slow deep in a list; further pages take the cursor. */
const PAGE_NUMBER_MAX_SKIP = 20_000

export async function listConversations(
  tx: TenantTx,
  actor: Actor,
  query: ConversationQuery,
): Promise<{ conversations: OwnConversationRow[]; paging: Paging }> {
  const { pageNumber, pageSize, orderByDesc } = query
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
  const skip = cursor ? 0 : (pageNumber - 1) * pageSize
  if (skip > PAGE_NUMBER_MAX_SKIP) throw invalidInput('pageNumber', 'Use the cursor for pages this deep')
  const isByWaiting = query.orderBy === 'needsAnswerSince'
  // That order has only conversations that wait for a reply.
  const criteria = isByWaiting ? { ...query, needsAnswer: true } : query
  const key = sql.ref(isByWaiting ? 'c.needs_answer_since' : 'c.sorted_at')
  const direction = sql.raw(orderByDesc ? 'desc' : 'asc')
  const order = sql`${key} ${direction}, c.id ${direction}`
  const beyond = sql.raw(orderByDesc ? '<' : '>')
  // The usual lists are one statement with a generic plan, with the limit in its text. With selective filters the best
  // index depends on their values, so a statement that is planned each time picks the ids. It has no joins, because
  // planning those of the row takes longer than reading a page.
  const isUsual = skip === 0 && pageSize === CONVERSATION_PAGE_SIZE && !isNarrowed(criteria)
  const phones = await lookUpPhones(tx, criteria)
  const conditionsOf = (narrowed: RawBuilder<unknown>[]) =>
    sql.join(
      [
        sql`c.tenant_id = ${tx.tenantId}`,
        isVisible(actor, 'c'),
        ...narrowed,
        ...(cursor ? [sql`(${key}, c.id) ${beyond} (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)`] : []),
      ],
      sql` and `,
    )
  const page = (lookups: Lookups) => {
    const isOfMarks = criteria.hasUnreadMessages === true && lookups.marks.length > 0
    const picks = [conditionsOf(criteriaOf(tx, actor, criteria, isOfMarks ? { ...lookups, marks: [] } : lookups))]
    if (isOfMarks) picks.push(conditionsOf(markedCriteria(tx, actor, criteria, lookups)))
    // One ordered index scan per state, and one lookup by id for marked conversations; their first rows are merged.
    const parts = statesOf(query).flatMap((isClosed) => picks.map((conditions) => ({ isClosed, conditions })))
    const read = ({ isClosed, conditions }: (typeof parts)[number], limit: number, offset: number) => sql`
      select c.* from conversations c where ${conditions} and c.is_closed = ${sql.lit(isClosed)}
      order by ${order} limit ${isUsual ? sql.lit(limit) : limit} ${offset > 0 ? sql`offset ${offset}` : sql``}`
    const [only] = parts
    const rowsOfPage =
      only && parts.length === 1
        ? read(only, pageSize + 1, skip)
        : sql`
          select c.* from (${sql.join(
            parts.map((part) => sql`(${read(part, pageSize + 1 + skip, 0)})`),
            sql` union all `,
          )}) c order by ${order} limit ${pageSize + 1} offset ${skip}`
    return isUsual ? rowsOf(rowsOfPage) : pickedRows(rowsOfPage)
  }
  const rowsOf = (source: RawBuilder<unknown>) =>
    runPrepared(
      tx,
      sql<OwnColumns>`
      select ${columns(tx)}, ${ownState(tx, actor.userId)} from (${source}) c ${joined(tx)} order by ${order}`,
    )
  const pickedRows = async (source: RawBuilder<unknown>): Promise<OwnColumns[]> => {
    const { rows } = await sql<Pick<ConversationColumns, 'id'>>`select c.id from (${source}) c`.execute(tx)
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    return rowsOf(sql`
      select c.* from conversations c
      where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isVisible(actor, 'c')}`)
  }
  // Connections are pipelined, so send everything at once: read as if there were no marks, and again if there are some.
  const answer = (marks: readonly string[]) => {
    const lookups = { ...phones, marks }
    return Promise.all([page(lookups), countFromTotals(tx, actor, criteria, lookups)])
  }
  const [marks, unmarked] = await Promise.all([lookUpMarks(tx, actor.userId, criteria), answer([])])
  const [rows, totalItems] = marks.length > 0 ? await answer(marks) : unmarked

  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasNextPage = rows.length > pageSize
  const hasPreviousPage = cursor !== null || pageNumber > 1
  return {
    conversations: await forViewer(tx, actor, shown),
    paging: {
      pageNumber,
      pageSize,
      hasNextPage,
      hasPreviousPage,
      isFirstPage: !hasPreviousPage,
      isLastPage: !hasNextPage,
      totalItems,
      totalPages: totalItems === null ? null : Math.ceil(totalItems / pageSize),
      nextCursor: hasNextPage && last ? `${isByWaiting ? last.needsAnswerSince : last.sortedAt}|${last.id}` : null,
    },
  }
}

/** Counts from the maintained totals; null if the criteria need the rows. */
async function countFromTotals(
  tx: TenantTx,
  actor: Actor,
  criteria: ConversationCriteria,
  lookups: Lookups,
): Promise<number | null> {
  if (needsRows(criteria)) return null
  const states = statesOf(criteria)
  const conditionsOf = (alias: 'c' | 'n', narrowed: RawBuilder<unknown>[]) =>
    sql.join(
      [
        sql`${sql.ref(`${alias}.tenant_id`)} = ${tx.tenantId}`,
        isVisible(actor, alias),
        ...(states.length === 1 ? [sql`${sql.ref(`${alias}.is_closed`)} = ${states[0]}`] : []),
        ...narrowed,
      ],
      sql` and `,
    )
  const unread = criteria.hasUnreadMessages ? [sql`n.is_unread`] : []
  const [total, marked] = await Promise.all([
    runPrepared(
      tx,
      sql<Pick<CountRow, 'n'>>`
      select coalesce(sum(n.n), 0)::int as n from conversation_counts n
      where ${conditionsOf('n', [...countableCriteria(criteria, 'n'), ...unread])}`,
    ),
    criteria.hasUnreadMessages && lookups.marks.length > 0
      ? runPrepared(
          tx,
          sql<Pick<CountRow, 'n'>>`
          select count(*)::int as n from conversations c where ${conditionsOf('c', markedCriteria(tx, actor, criteria, lookups))}`,
        )
      : [],
  ])
  return (total[0]?.n ?? 0) + (marked[0]?.n ?? 0)
}

/** SQL: ids of at most `limit` matching conversations that the actor sees. */
export async function matchingIds(
  tx: TenantTx,
  actor: Actor,
  criteria: ConversationCriteria,
  limit: number,
): Promise<RawBuilder<unknown>> {
  return sql`
  select c.id from conversations c where ${sql.join(
    [
      sql`c.tenant_id = ${tx.tenantId}`,
      isVisible(actor, 'c'),
      sql`c.is_closed = any(${statesOf(criteria)}::boolean[])`,
      ...criteriaOf(tx, actor, criteria, await lookUp(tx, actor.userId, criteria)),
    ],
    sql` and `,
  )} limit ${limit}`
}

/** Counts at most `most` matching conversations, from the maintained totals if possible. */
export async function countMatching(
  tx: TenantTx,
  actor: Actor,
  criteria: ConversationCriteria,
  most: number,
): Promise<number> {
  const total = await countFromTotals(tx, actor, criteria, await lookUp(tx, actor.userId, criteria))
  if (total !== null) return Math.min(total, most)
  const matching = sql`(${await matchingIds(tx, actor, criteria, most)})`
  const { n } = await tx
    .selectFrom(matching.as('matching'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
