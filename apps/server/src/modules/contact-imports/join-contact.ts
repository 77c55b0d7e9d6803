import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/**
 * SQL: joins each row with the contact `t` of a number `n`. Without statistics of tables that fill, each `limit 1`
 * keeps the planner to index lookups.
 */
export const joinContact = (tx: TenantTx, condition: RawBuilder<unknown>) => sql`
  cross join lateral (
    select coalesce(n.main_id, n.id) as id from contacts n where n.tenant_id = ${tx.tenantId} and ${condition} limit 1
  ) n
  cross join lateral (select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = n.id limit 1) t`
