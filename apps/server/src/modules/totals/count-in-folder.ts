import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Counts the conversations of a folder from the maintained totals, regardless of who may see them. */
export async function countInFolder(
  tx: TenantTx,
  { locationID, folderKey }: { locationID: string; folderKey: string },
): Promise<{ open: number; closed: number }> {
  const { rows } = await sql<{ open: number; closed: number }>`
    select coalesce(sum(n.n) filter (where not n.is_closed), 0)::int as open,
      coalesce(sum(n.n) filter (where n.is_closed), 0)::int as closed
    from conversation_counts n
    where n.tenant_id = ${tx.tenantId} and n.location_id = ${locationID} and n.folder = ${folderKey}`.execute(tx)
  return rows[0] ?? { open: 0, closed: 0 }
}
