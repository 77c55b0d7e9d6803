import { type Expression, type RawBuilder, sql } from 'kysely'

/** SQL: the values of a query of one column as an array, which is empty if there are none. */
export const toArray = <Column>(query: Expression<Column>): RawBuilder<Column[keyof Column][]> => sql`array(${query})`
