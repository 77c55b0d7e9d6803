import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from './database.ts'

const PLACEHOLDER = /\{\{(\d)\}\}/

/** Builds SQL from text that receives a placeholder for each operand, a value or SQL, and may use it several times. */
export function fillText<Result>(
  text: (...placeholders: string[]) => string,
  ...operands: (string | RawBuilder<unknown>)[]
): RawBuilder<Result> {
  const parts = text(...operands.map((_, index) => `{{${index}}}`)).split(PLACEHOLDER)
  // Splitting by a group puts what it matched between the parts.
  return sql<Result>`${sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${operands[Number(part)]}`)),
    sql``,
  )}`
}

/**
 * Builds SQL for the tenant of a transaction. `text` receives a placeholder for the tenant and may use it several
 * times. For SQL text shared with the batch statement, which refers to the tenant by a column instead of a parameter.
 */
export const forTenant = <Result = unknown>(tx: TenantTx, text: (tenant: string) => string): RawBuilder<Result> =>
  fillText(text, sql`${tx.tenantId}::uuid`)
