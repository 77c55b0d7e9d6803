import type { Selectable } from 'kysely'

/** A computed column: its SQL, given SQL for the tenant. Its type `Value` is unchecked, so a test has to verify it. */
export interface Computed<Value> {
  (tenant: string): string
  readonly value?: Value
}

export const computed = <Value>(text: (tenant: string) => string): Computed<Value> => text

/** Columns of the joined tables, by their alias: `c.contactPhone`. A table that may be missing is `Table | null`. */
type ColumnOf<Tables> = {
  [Alias in keyof Tables & string]: `${Alias}.${keyof NonNullable<Tables[Alias]> & string}`
}[keyof Tables & string]

type ValueOf<Tables, Column> =
  Column extends Computed<infer Value>
    ? Value
    : Column extends `${infer Alias extends keyof Tables & string}.${infer Name}`
      ? Name extends keyof Selectable<NonNullable<Tables[Alias]>>
        ? Selectable<NonNullable<Tables[Alias]>>[Name] | Extract<Tables[Alias], null>
        : never
      : never

/** The columns that a statement in SQL text selects, and with them the type of its rows. */
export interface SelectList<Row> {
  names: (keyof Row & string)[]
  /** `tenant` is SQL for the tenant of each row; sub-selects compare with it, so that each can be routed. */
  sql: (tenant: string) => string
}

export type RowOf<List> = List extends SelectList<infer Row> ? Row : never

export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Defines the columns of a statement that is written as text. The values of plain columns have the types of the
 * generated tables; only computed columns state theirs.
 */
export const selectList =
  <Tables>() =>
  <const Columns extends Record<string, ColumnOf<Tables> | Computed<unknown>>>(
    columns: Columns,
  ): SelectList<{ -readonly [Name in keyof Columns]: ValueOf<Tables, Columns[Name]> }> => ({
    names: Object.keys(columns),
    sql: (tenant) =>
      Object.entries(columns)
        .map(([name, column]) => `${typeof column === 'string' ? toSnakeCase(column) : column(tenant)} as "${name}"`)
        .join(', '),
  })
