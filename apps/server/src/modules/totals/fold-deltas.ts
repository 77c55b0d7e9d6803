import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Deltas that reads may sum before they are folded. */
export const DELTAS_TO_FOLD = 2000

interface Deltas {
  table: string
  /** Columns of a cell. */
  cell: string
  /** Columns that are summed; the first one counts, and a cell without a count is removed. */
  sums?: readonly string[]
}

/** Folds deltas into one row per cell. Safe to run twice and beside writers: it deletes only rows it has locked. */
export async function foldDeltas(tx: TenantTx, { table, cell, sums = ['n'] }: Deltas): Promise<void> {
  const columns = sql.raw(`${cell}, ${sums.join(', ')}`)
  const total = sql.raw(sums.map((column) => `sum(${column})`).join(', '))
  await sql`
    with deleted as (delete from ${sql.table(table)} where tenant_id = ${tx.tenantId} returning *)
    insert into ${sql.table(table)} (tenant_id, ${columns})
    select ${tx.tenantId}::uuid, ${sql.raw(cell)}, ${total} from deleted group by ${sql.raw(cell)}
    having sum(${sql.raw(sums[0] ?? 'n')}) <> 0`.execute(tx)
}
