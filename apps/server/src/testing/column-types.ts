import type pg from 'pg'

/** The PostgreSQL types whose values arrive as this type. */
type PgType<Value> = [Value] extends [boolean]
  ? 'bool'
  : [Value] extends [number]
    ? 'int2' | 'int4' | 'float8'
    : [Value] extends [string]
      ? 'uuid' | 'text' | 'citext' | 'date' | 'timestamptz' | 'int8'
      : [Value] extends [readonly string[]]
        ? '_text' | '_uuid'
        : 'jsonb'

/** The columns that a statement has to return for its rows to be of a type. */
export type ColumnTypes<Row> = { [Name in keyof Row]-?: PgType<NonNullable<Row[Name]>> }

/** The columns a statement returns, with their PostgreSQL types. */
export async function findColumnTypes(
  owner: pg.Pool,
  text: string,
  values: unknown[],
): Promise<Record<string, string | undefined>> {
  const { fields } = await owner.query(text, values)
  const typeNames = await findTypeNames(owner)
  return Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, typeNames.get(dataTypeID)]))
}

/** The names of PostgreSQL's types, by id. */
export async function findTypeNames(owner: pg.Pool): Promise<Map<number, string>> {
  const { rows } = await owner.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  return new Map(rows.map(({ oid, typname }) => [oid, typname]))
}
