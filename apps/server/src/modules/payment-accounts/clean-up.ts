import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

/** The provider repeats an event for up to three days. https://docs.stripe.com/webhooks#retries */
const KEPT_MS = 60 * 24 * 60 * 60_000

export const clearPaymentEvents = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from payment_events where tenant_id = ${tx.tenantId} and event_id in (
      select event_id from payment_events
      where tenant_id = ${tx.tenantId} and received_at < ${shift(now, -KEPT_MS)}::timestamptz
      limit ${limit}
    ) returning event_id`.execute(tx)
  return rows.length
})
