import { type Insertable, type RawBuilder, sql } from 'kysely'
import { idsOf, type TenantTx } from './database.ts'
import type { DB } from './schema.gen.ts'
import { toSnakeCase } from './select-list.ts'

type Table = keyof DB & string
type Column<Name extends Table> = keyof DB[Name] & string

/**
 * SQL: rows as a table with the columns of another one. They are one parameter, so the text does not depend on how many
 * there are, and prepared transactions cache one plan. Columns of JSON are not supported: their values would be text.
 */
const recordsOf = (table: string, rows: readonly object[]): RawBuilder<unknown> => {
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [toSnakeCase(column), value])),
  )
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb)`
}

const listOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/**
 * Inserts rows of the tenant with the same columns in one statement. Those with the key of a stored row update its
 * columns `set`.
 */
export async function insertRows<Name extends Table>(
  tx: TenantTx,
  table: Name,
  rows: readonly Omit<Insertable<DB[Name]>, 'tenantId'>[],
  conflict?: { key: readonly Column<Name>[]; set: readonly Column<Name>[] },
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = listOf(
    Object.keys(first)
      .filter((column) => column !== 'tenantId')
      .toSorted(),
  )
  const update =
    conflict &&
    sql`on conflict (${listOf(conflict.key)}) do update set ${sql.join(
      conflict.set.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    )}`
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${columns})
    select ${tx.tenantId}::uuid, ${columns} from ${recordsOf(table, rows)} ${update ?? sql``}`.execute(tx)
}

/** Sets columns of stored rows to those of the given ones with their ids, in one statement. */
export async function updateRows<Name extends Table, Key extends Column<Name>>(
  tx: TenantTx,
  table: Name,
  columns: readonly Key[],
  rows: readonly (Record<Key, unknown> & { id: string })[],
): Promise<void> {
  if (rows.length === 0) return
  const records = rows.map((row) => ({ id: row.id, ...Object.fromEntries(columns.map((key) => [key, row[key]])) }))
  // The ids are a condition of their own, so that rows are looked up by key and not joined with all of the tenant.
  await sql`
    update ${sql.table(table)} s set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))}
    from ${recordsOf(table, records)} n
    where s.tenant_id = ${tx.tenantId} and s.id = any(${idsOf(rows.map(({ id }) => id))}) and s.id = n.id`.execute(tx)
}
