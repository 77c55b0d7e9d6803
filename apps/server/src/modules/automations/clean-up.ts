import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

/** Longer than the longest series of follow-ups takes, which are counted from their runs. */
const KEPT_MS = 180 * 24 * 60 * 60_000

/** Deletes old runs, and all runs of deleted automations. */
export const clearOldRuns = defineCleanup(async (tx, now, limit) => {
  const { numAffectedRows = 0n } = await sql`
    delete from automation_runs r where r.tenant_id = ${tx.tenantId} and r.id = any(array(
      select old.id from automations a
      cross join lateral (
        select o.id from automation_runs o
        where o.tenant_id = ${tx.tenantId} and o.automation_id = a.id
          and o.created_at < case when a.deleted_at is null then ${shift(now, -KEPT_MS)}::timestamptz else 'infinity' end
        order by o.created_at limit ${limit}
      ) old
      where a.tenant_id = ${tx.tenantId} limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows)
})

/** Deletes deleted automations that have no runs left. */
export const clearDeletedAutomations = defineCleanup(async (tx, _now, limit) => {
  const { numAffectedRows = 0n } = await sql`
    delete from automations a where a.tenant_id = ${tx.tenantId} and a.id = any(array(
      select d.id from automations d
      where d.tenant_id = ${tx.tenantId} and d.deleted_at is not null and not exists (
        select from automation_runs r where r.tenant_id = ${tx.tenantId} and r.automation_id = d.id offset 0
      ) limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows)
})
