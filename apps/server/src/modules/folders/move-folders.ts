import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Copies the folders of a location to another that lacks them, so that moved conversations keep their folder. */
export async function moveFolders(
  tx: TenantTx,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<void> {
  await sql`
    insert into folders (tenant_id, location_id, key, name, position, created_at)
    select ${tx.tenantId}::uuid, ${to}::uuid, f.key,
      case when exists (
        select from folders o where o.tenant_id = ${tx.tenantId} and o.location_id = ${to} and lower(o.name) = lower(f.name)
      ) then f.name || ' (' || f.key || ')' else f.name end,
      f.position + 1000, ${at}::timestamptz
    from folders f where f.tenant_id = ${tx.tenantId} and f.location_id = ${from}
    on conflict (tenant_id, location_id, key) do nothing`.execute(tx)
}
