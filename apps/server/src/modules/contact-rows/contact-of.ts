import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/**
 * SQL: the contact `t` with an id, to be joined laterally. It is looked up by its index for each id. A plain join
 * compares every id with every contact as long as the statistics are from before an import, when the planner expects a
 * few rows.
 */
export const contactOf = (tx: TenantTx, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lateral (select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = ${id} limit 1) t`
