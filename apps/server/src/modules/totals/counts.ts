import type { TenantTx } from '../../platform/database/database.ts'

/** SQL: the columns of a cell of the maintained totals. */
export const CELL = 'location_id, to_user_id, folder, status_key, is_closed, is_snoozed, is_waiting, is_unread'

/** SQL: the cell of the maintained totals that a row of `conversations` counts in. */
const cellOf = (row: string, tenant: string) =>
  `${tenant}, ${row}.location_id, ${row}.to_user_id, ${row}.folder, ${row}.status_key, ${row}.is_closed, ${row}.is_snoozed, ${row}.needs_answer_since is not null, ${row}.unread_messages > 0`

/**
 * SQL: the counter deltas, one for each cell, of conversations that were read, answered, reopened or got a message.
 * `source` has the columns of `conversations` and the previous `was_closed`, `was_waiting` and `was_unread`;
 * `tenant` is SQL for the tenant of all of them, or of each row `s`.
 */
export const STATE_DELTAS = (source: string, tenant: string) => `
  insert into conversation_counts (tenant_id, ${CELL}, n)
  select ${tenant}, s.location_id, s.to_user_id, s.folder, s.status_key, step.is_closed, s.is_snoozed, step.is_waiting, step.is_unread, sum(step.n)
  from ${source} s
  cross join lateral (values
    (s.was_closed, s.was_waiting, s.was_unread, -1), (s.is_closed, s.needs_answer_since is not null, s.unread_messages > 0, 1)
  ) step (is_closed, is_waiting, is_unread, n)
  where s.was_closed <> s.is_closed or s.was_waiting <> (s.needs_answer_since is not null) or s.was_unread <> (s.unread_messages > 0)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(step.n) <> 0`

interface NewCell {
  locationId: string
  toUserId: string | null
  folder: string
  isClosed: boolean
}

/** Counts new conversations, one delta for each cell. */
export async function countNewConversations(tx: TenantTx, rows: readonly NewCell[]): Promise<void> {
  const cells = Map.groupBy(rows, (row) => [row.locationId, row.toUserId, row.folder, row.isClosed].join('|'))
  const deltas = [...cells.values()].flatMap(([row, ...others]) => (row ? [{ row, n: 1 + others.length }] : []))
  if (deltas.length === 0) return
  await tx
    .insertInto('conversationCounts')
    .values(
      deltas.map(({ row: { locationId, toUserId, folder, isClosed }, n }) => ({
        tenantId: tx.tenantId,
        ...{ locationId, toUserId, folder, isClosed },
        statusKey: null,
        isUnread: false,
        n,
      })),
    )
    .execute()
}

/**
 * SQL: counter deltas of conversations that got another location, assignee, folder or status: −1 for the cells of the
 * rows `before`, +1 for those of `after`. Both are whole rows of `conversations`.
 */
export const MOVE_DELTAS = (before: string, after: string, tenant: string) => `
  insert into conversation_counts (tenant_id, ${CELL}, n)
  select ${cellOf('s', tenant)}, sum(s.n)
  from (select *, -1 as n from ${before} union all select *, 1 from ${after}) s
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(s.n) <> 0`

/** SQL: counter deltas of deleted rows of `conversations`. */
export const DELETE_DELTAS = (gone: string, tenant: string) => `
  insert into conversation_counts (tenant_id, ${CELL}, n)
  select ${cellOf('s', tenant)}, -count(*) from ${gone} s group by 1, 2, 3, 4, 5, 6, 7, 8, 9`

/** SQL: counter deltas of inserted rows of `conversations`. */
export const INSERT_DELTAS = (back: string, tenant: string) => `
  insert into conversation_counts (tenant_id, ${CELL}, n) select ${cellOf('s', tenant)}, 1 from ${back} s`
