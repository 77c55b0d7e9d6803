import type { ColumnTypes } from '../column-types.ts'

/** A statement in SQL text, with the columns that it returns. */
export interface HeldStatement {
  /** As `listTypedStatements` names it. */
  name: string
  /** Matches its SQL and that of no other statement. */
  sql: RegExp
  columns: Record<string, string>
}

/** Holds a statement against the row type that is stated beside it. */
export const hold = <Row>(name: string, sql: RegExp, columns: ColumnTypes<Row>): HeldStatement => ({
  name,
  sql,
  columns,
})
