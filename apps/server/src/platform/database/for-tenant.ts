import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from './database.ts'

const TENANT = '{{tenant}}'

/**
 * Builds SQL for the tenant of a transaction. `text` receives a placeholder for the tenant and may use it several times.
 * For SQL text shared with the batch statement, which refers to the tenant by a column instead of a parameter.
 */
export const forTenant = (tx: TenantTx, text: (tenant: string) => string): RawBuilder<unknown> =>
  sql.join(
    text(TENANT)
      .split(TENANT)
      .map((part) => sql.raw(part)),
    sql`${tx.tenantId}::uuid`,
  )
