import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

const KEPT_MS = 365 * 24 * 60 * 60_000

/** Deletes tasks after a year; their visits are long over. */
export const clearTasks = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from booking_tasks where tenant_id = ${tx.tenantId} and id in (
      select id from booking_tasks
      where tenant_id = ${tx.tenantId} and created_at < ${shift(now, -KEPT_MS)}::timestamptz limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})
