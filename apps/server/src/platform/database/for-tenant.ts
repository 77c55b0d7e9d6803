import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from './database.ts'

const TENANT = '{{tenant}}'

/**
 * SQL text for the tenant of a transaction. `text` gets SQL for the tenant and may name it more than once; each becomes a
 * parameter. For text that the statement for several tenants shares, which names the tenant by a column instead.
 */
export const forTenant = (tx: TenantTx, text: (tenant: string) => string): RawBuilder<unknown> =>
  sql.join(
    text(TENANT)
      .split(TENANT)
      .map((part) => sql.raw(part)),
    sql`${tx.tenantId}::uuid`,
  )
