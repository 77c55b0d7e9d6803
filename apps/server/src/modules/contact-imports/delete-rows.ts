import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Deletes the first rows of an import, with their further numbers. Returns how many. */
export async function deleteRows(tx: TenantTx, importId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    with deleted as (
      delete from contact_import_rows where tenant_id = ${tx.tenantId} and import_id = ${importId} and n = any(array(
        select n from contact_import_rows where tenant_id = ${tx.tenantId} and import_id = ${importId} order by n limit ${limit}
      )) returning n
    ), numbers as (
      delete from contact_import_numbers where tenant_id = ${tx.tenantId} and import_id = ${importId}
        and n = any(array(select d.n from deleted d))
    )
    select from deleted`.execute(tx)
  return rows.length
}
