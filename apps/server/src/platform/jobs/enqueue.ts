import { sql } from 'kysely'
import { z } from 'zod'
import type { Directory, TenantTx } from '../database/database.ts'
import type { JobSpec } from './define-job.ts'

/** Enqueues jobs in the transaction that needs them, so that both commit or neither does. */
export async function enqueue(tx: TenantTx, ...specs: JobSpec[]): Promise<void> {
  await sql`select jobs.enqueue(${JSON.stringify(lastOfEachKey(specs))}::jsonb)`.execute(tx)
}

/** Enqueues jobs of many tenants outside a transaction, for work started by a schedule. */
export async function enqueueForTenants(directory: Directory, specs: JobSpec[]): Promise<void> {
  if (specs.length > 0)
    await sql`select jobs.enqueue(${JSON.stringify(lastOfEachKey(specs))}::jsonb)`.execute(directory)
}

const WithTenant = z.object({ tenantId: z.string() })

/**
 * A job replaces one with its key, also in the same call, where graphile-worker would fail. Keys are those of a tenant.
 */
function lastOfEachKey(specs: readonly JobSpec[]): JobSpec[] {
  const last = new Map<unknown, JobSpec>()
  for (const spec of specs) {
    const { data } = WithTenant.safeParse(spec.payload)
    last.set(spec.jobKey === undefined ? spec : `${data?.tenantId} ${spec.jobKey}`, spec)
  }
  return [...last.values()]
}
