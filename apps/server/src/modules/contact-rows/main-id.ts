import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the id of the contact that a row of `contacts` belongs to. Not `coalesce`, which counts as leaky: row level
 * security would keep a comparison with it from the index, and read all contacts.
 */
export const mainContactId = (alias: string): RawBuilder<string> => {
  const [id, mainId] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.main_id`)]
  return sql<string>`case when ${mainId} is null then ${id} else ${mainId} end`
}
