import { sql } from 'kysely'
import { z } from 'zod'
import type { InTenant, TenantTx } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'

/** Adds deltas to the maintained totals of contacts: how many more, or fewer, a location has from a source. */
export async function countContacts(
  tx: TenantTx,
  deltas: readonly { locationId: string; source: string; n: number }[],
): Promise<void> {
  if (deltas.length === 0) return
  await sql`
    insert into contact_counts (tenant_id, location_id, source, n)
    select ${tx.tenantId}::uuid, d."locationId", d.source, sum(d.n)
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d ("locationId" uuid, source text, n int)
    group by 2, 3 having sum(d.n) <> 0`.execute(tx)
}

/** Counts the difference between the tags that contacts had and those they have. */
export async function countTags(
  tx: TenantTx,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const deltas = [...before.map((tag) => ({ tag, n: -1 })), ...after.map((tag) => ({ tag, n: 1 }))]
  if (deltas.length === 0) return
  await sql`
    insert into tag_counts (tenant_id, tag, n)
    select ${tx.tenantId}::uuid, d.tag, sum(d.n)
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d (tag text, n int)
    group by 2 having sum(d.n) <> 0`.execute(tx)
}

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
