import { sql } from 'kysely'
import { z } from 'zod'
import type { InTenant } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'

export const foldContactCountsSpec = (tenantId: string): JobSpec => ({
  identifier: 'fold-contact-counts',
  payload: { tenantId },
  jobKey: `fold-contact-counts:${tenantId}`,
})

/** Folds the deltas into one row per cell. Safe to run twice and beside writers: it deletes only rows it has locked. */
export const foldContactCounts = defineJob({
  name: 'fold-contact-counts',
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: { inTenant: InTenant }, scope) =>
    inTenant(scope, async (tx) => {
      await sql`
        with deleted as (delete from contact_counts where tenant_id = ${tx.tenantId} returning *)
        insert into contact_counts (tenant_id, location_id, source, n)
        select ${tx.tenantId}::uuid, location_id, source, sum(n) from deleted group by 2, 3 having sum(n) <> 0`.execute(
        tx,
      )
      await sql`
        with deleted as (delete from tag_counts where tenant_id = ${tx.tenantId} returning *)
        insert into tag_counts (tenant_id, tag, n)
        select ${tx.tenantId}::uuid, tag, sum(n) from deleted group by 2 having sum(n) <> 0`.execute(tx)
    }),
})
