import { NOTIFICATION_KEPT_READ_DAYS, NOTIFICATION_KEPT_UNREAD_DAYS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { liveSessions } from '../accounts/index.ts'

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

/** Deletes push subscriptions of browsers whose session has ended or expired. */
export const clearEndedDevices = defineCleanup(async (tx, now, limit) => {
  const deleted = await tx
    .deleteFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ({ selectFrom, not, exists }) =>
      selectFrom('pushSubscriptions as p')
        .where('p.tenantId', '=', tx.tenantId)
        .where(
          not(
            exists(
              liveSessions(tx, now)
                .where('s.tenantId', '=', tx.tenantId)
                .whereRef('s.id', '=', sql.ref('p.session_id'))
                .select('s.id'),
            ),
          ),
        )
        .limit(limit)
        .select('p.id'),
    )
    .returning('id')
    .execute()
  return deleted.length
})
