import { sql } from 'kysely'
import type { Directory, TenantTx } from '../database/database.ts'
import type { JobSpec } from './define-job.ts'

/** Enqueues jobs in the transaction that needs them, so that both commit or neither does. */
export async function enqueue(tx: TenantTx, ...specs: JobSpec[]): Promise<void> {
  await sql`select jobs.enqueue(${JSON.stringify(specs)}::jsonb)`.execute(tx)
}

/** Enqueues jobs of many tenants outside a transaction, for work started by a schedule. */
export async function enqueueForTenants(directory: Directory, specs: JobSpec[]): Promise<void> {
  if (specs.length > 0) await sql`select jobs.enqueue(${JSON.stringify(specs)}::jsonb)`.execute(directory)
}
