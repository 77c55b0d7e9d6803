import { NOTIFICATION_KEPT_READ_DAYS, NOTIFICATION_KEPT_UNREAD_DAYS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

const DAY_MS = 24 * 60 * 60_000

export const clearOldNotifications = defineCleanup(async (tx, now, limit) => {
  const readBefore = shift(now, -NOTIFICATION_KEPT_READ_DAYS * DAY_MS)
  const unreadBefore = shift(now, -NOTIFICATION_KEPT_UNREAD_DAYS * DAY_MS)
  const { rows } = await sql`
    delete from notifications where tenant_id = ${tx.tenantId} and id in (
      select id from notifications
      where tenant_id = ${tx.tenantId} and updated_at < ${readBefore}::timestamptz
        and (read_at < ${readBefore}::timestamptz or updated_at < ${unreadBefore}::timestamptz)
      limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})

/** Deletes push subscriptions of browsers whose session has ended. */
export const clearEndedDevices = defineCleanup(async (tx, _now, limit) => {
  const { rows } = await sql`
    delete from push_subscriptions where tenant_id = ${tx.tenantId} and id in (
      select p.id from push_subscriptions p where p.tenant_id = ${tx.tenantId} and not exists (
        select from directory.sessions s
        where s.tenant_id = ${tx.tenantId} and s.id = p.session_id and s.revoked_at is null
      ) limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})
