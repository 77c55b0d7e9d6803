import { sql } from 'kysely'
import type { TenantTx } from '../database/database.ts'
import type { JobSpec } from './define-job.ts'

/** Queues work in the transaction that needs it: no change without its follow-up, and no follow-up without its change. */
export async function enqueue(tx: TenantTx, ...specs: JobSpec[]): Promise<void> {
  await sql`select jobs.enqueue(${JSON.stringify(specs)}::jsonb)`.execute(tx)
}
