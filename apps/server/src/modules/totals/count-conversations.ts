import type { ConversationStats } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { isVisible } from '../visibility/index.ts'

/** A sum of the maintained totals. */
export type CountRow = Omit<Row<'conversationCounts'>, 'id' | 'tenantId'>

/** Sums the maintained totals of what the viewer may see. `deltas` is the number of rows that folding would remove. */
export async function countConversations(
  tx: TenantTx,
  actor: Actor,
  { locationIDs, isClosed }: { locationIDs?: string[] | undefined; isClosed: boolean },
): Promise<{ stats: ConversationStats; deltas: number }> {
  const [rows, marked] = await Promise.all([
    runPrepared(
      tx,
      sql<CountRow & { deltas: number }>`
      select n.location_id as "locationId", n.to_user_id as "toUserId", n.folder, n.status_key as "statusKey", n.is_closed as "isClosed",
        n.is_snoozed as "isSnoozed", n.is_waiting as "isWaiting", n.is_unread as "isUnread", sum(n.n)::int as n, count(*)::int as deltas
      from conversation_counts n
      where n.tenant_id = ${tx.tenantId} and ${isVisible(actor, 'n')}
        ${locationIDs ? sql`and n.location_id = any(${locationIDs}::uuid[])` : sql``}
      group by 1, 2, 3, 4, 5, 6, 7, 8`,
    ),
    countMarked(tx, actor, { locationIDs, isClosed }),
  ])

  const emptyTotals = () => ({ byUser: {}, byFolder: {}, byStatus: {}, byLocation: {} })
  const stats: ConversationStats = {
    totalOpen: 0,
    totalClosed: 0,
    totalUnread: 0,
    totalSnoozed: 0,
    totalNeedsAnswer: 0,
    totals: emptyTotals(),
    unreadTotals: emptyTotals(),
  }
  const add = (totals: Record<string, number>, key: string | null, n: number) => {
    if (key !== null) totals[key] = (totals[key] ?? 0) + n
  }
  for (const row of rows) {
    stats[row.isSnoozed ? 'totalSnoozed' : row.isClosed ? 'totalClosed' : 'totalOpen'] += row.n
    if (row.isWaiting && !row.isSnoozed && !row.isClosed) stats.totalNeedsAnswer += row.n
    // Deltas can cancel out. Leave such keys out instead of reporting zero.
    if (row.isClosed !== isClosed || row.isSnoozed || row.n === 0) continue
    if (row.isUnread) stats.totalUnread += row.n
    for (const totals of row.isUnread ? [stats.totals, stats.unreadTotals] : [stats.totals]) {
      add(totals.byUser, row.toUserId, row.n)
      add(totals.byFolder, row.folder, row.n)
      add(totals.byStatus, row.statusKey, row.n)
      add(totals.byLocation, row.locationId, row.n)
    }
  }
  // Conversations with the actor's unread mark are counted as read above.
  for (const row of marked) {
    stats.totalUnread += row.n
    add(stats.unreadTotals.byUser, row.toUserId, row.n)
    add(stats.unreadTotals.byFolder, row.folder, row.n)
    add(stats.unreadTotals.byStatus, row.statusKey, row.n)
    add(stats.unreadTotals.byLocation, row.locationId, row.n)
  }
  return { stats, deltas: rows.reduce((sum, row) => sum + row.deltas, 0) - rows.length }
}

interface Narrowed {
  locationIDs: string[] | undefined
  isClosed: boolean
}

/** Counts read conversations that have the actor's unread mark. */
async function countMarked(tx: TenantTx, actor: Actor, { locationIDs, isClosed }: Narrowed) {
  return runPrepared(
    tx,
    sql<Pick<CountRow, 'locationId' | 'toUserId' | 'folder' | 'statusKey' | 'n'>>`
    select c.location_id as "locationId", c.to_user_id as "toUserId", c.folder, c.status_key as "statusKey", count(*)::int as n
    from conversation_unread_marks k join conversations c on c.tenant_id = ${tx.tenantId} and c.id = k.conversation_id
    where k.tenant_id = ${tx.tenantId} and k.user_id = ${actor.userId} and c.unread_messages = 0 and not c.is_snoozed
      and c.is_closed = ${isClosed} and ${isVisible(actor, 'c')}
      ${locationIDs ? sql`and c.location_id = any(${locationIDs}::uuid[])` : sql``}
    group by 1, 2, 3, 4`,
  )
}
