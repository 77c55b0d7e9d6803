import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Counts the conversations of a folder from the maintained totals, regardless of who may see them. */
export async function countInFolder(
  tx: TenantTx,
  { locationId, folderKey }: { locationId: string; folderKey: string },
): Promise<{ open: number; closed: number }> {
  return tx
    .selectFrom('conversationCounts')
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationId)
    .where('folder', '=', folderKey)
    .select([
      sql<number>`coalesce(sum(n) filter (where not is_closed), 0)::int`.as('open'),
      sql<number>`coalesce(sum(n) filter (where is_closed), 0)::int`.as('closed'),
    ])
    .executeTakeFirstOrThrow()
}
