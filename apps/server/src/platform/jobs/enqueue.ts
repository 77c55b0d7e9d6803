import { sql } from 'kysely'
import type { Directory, TenantTx } from '../database/database.ts'
import type { JobSpec } from './define-job.ts'

/** Queues work in the transaction that needs it: no change without its follow-up, and no follow-up without its change. */
export async function enqueue(tx: TenantTx, ...specs: JobSpec[]): Promise<void> {
  await sql`select jobs.enqueue(${JSON.stringify(specs)}::jsonb)`.execute(tx)
}

/** The same jobs of many tenants at once, which follow from no change of theirs: for what comes by the clock. */
export async function enqueueForTenants(directory: Directory, specs: JobSpec[]): Promise<void> {
  if (specs.length > 0) await sql`select jobs.enqueue(${JSON.stringify(specs)}::jsonb)`.execute(directory)
}
