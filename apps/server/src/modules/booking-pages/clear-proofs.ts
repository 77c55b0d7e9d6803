import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

const KEPT_MS = 24 * 60 * 60_000

/** Deletes the input of visitors a day after their code expired. Bookings have their own copy. */
export const clearProofs = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from booking_proofs where tenant_id = ${tx.tenantId} and id in (
      select id from booking_proofs
      where tenant_id = ${tx.tenantId} and expires_at < ${shift(now, -KEPT_MS)}::timestamptz limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})
