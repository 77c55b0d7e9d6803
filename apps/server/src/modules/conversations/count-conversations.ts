import type { ConversationStats } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { isVisible } from './visibility.ts'

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
