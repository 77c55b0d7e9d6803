import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

const DAY_MS = 24 * 60 * 60_000
const GAPS_KEPT_MS = 30 * DAY_MS
const ENTRIES_KEPT_MS = 365 * DAY_MS

/** Deletes freed times, with their offers, after a month. */
export const clearGaps = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from booking_gaps where tenant_id = ${tx.tenantId} and id in (
      select id from booking_gaps
      where tenant_id = ${tx.tenantId} and starts_at < ${shift(now, -GAPS_KEPT_MS)}::timestamptz limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})

/** Deletes entries a year after their last day. */
export const clearEntries = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from booking_waitlist where tenant_id = ${tx.tenantId} and id in (
      select id from booking_waitlist
      where tenant_id = ${tx.tenantId} and last_date < ${shift(now, -ENTRIES_KEPT_MS)}::date limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})
