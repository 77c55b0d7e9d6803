import { sql } from 'kysely'
import { readProperty } from '../read-property.ts'
import type { TenantTx } from './database.ts'

export const isStatementTimeout = (error: unknown): boolean => readProperty(error, 'code') === '57014'

/** Runs statements that only read, each with a time limit. Returns null if one exceeds it; the transaction goes on. */
export async function readWithin<Result>(
  tx: TenantTx,
  milliseconds: number,
  read: () => Promise<Result>,
): Promise<Result | null> {
  await sql`savepoint read_within`.execute(tx)
  try {
    await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(tx)
    return await read()
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  } finally {
    // Also restores the timeout.
    await sql`rollback to savepoint read_within`.execute(tx)
  }
}
