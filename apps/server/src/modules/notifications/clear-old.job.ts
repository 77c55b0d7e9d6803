import { NOTIFICATION_KEPT_READ_DAYS, NOTIFICATION_KEPT_UNREAD_DAYS } from '@frontdesk/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { NotificationDeps } from './deps.ts'

/** Nightly. */
export const CLEAR_OLD_NOTIFICATIONS = 'clear-old-notifications'

const DAY_MS = 24 * 60 * 60_000
/** Rows a transaction deletes at most, so that nobody waits for one. */
const BATCH = 1000
const TENANTS_PAGE = 500

/**
 * What nobody comes back to: notifications long past, and browsers whose session has ended. Business by business and batch
 * by batch; a run that was cut off is finished by the next.
 */
export const clearOldNotifications = (deps: NotificationDeps) =>
  defineJob({
    name: CLEAR_OLD_NOTIFICATIONS,
    payload: z.unknown(),
    run: async () => {
      for (let after: string | undefined; ; ) {
        const tenants = await findTenants(deps, after)
        for (const tenantId of tenants) await clearTenant(deps, tenantId)
        after = tenants.at(-1)
        if (tenants.length < TENANTS_PAGE || after === undefined) return
      }
    },
  })

async function findTenants({ database }: NotificationDeps, after: string | undefined): Promise<string[]> {
  const query = database.directory.selectFrom('directory.memberships').select('tenantId').distinct()
  const rows = await (after === undefined ? query : query.where('tenantId', '>', after))
    .orderBy('tenantId')
    .limit(TENANTS_PAGE)
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

async function clearTenant({ inTenant, now }: NotificationDeps, tenantId: string): Promise<void> {
  const at = now()
  const readBefore = shift(at, -NOTIFICATION_KEPT_READ_DAYS * DAY_MS)
  const unreadBefore = shift(at, -NOTIFICATION_KEPT_UNREAD_DAYS * DAY_MS)
  for (;;) {
    const cleared = await inTenant({ tenantId }, (tx) => clearBatch(tx, readBefore, unreadBefore))
    if (cleared < BATCH) break
  }
  await inTenant({ tenantId }, (tx) =>
    sql`
      delete from push_subscriptions p where p.tenant_id = ${tx.tenantId} and not exists (
        select from directory.sessions s
        where s.tenant_id = ${tx.tenantId} and s.id = p.session_id and s.revoked_at is null
      )`.execute(tx),
  )
}

async function clearBatch(tx: TenantTx, readBefore: string, unreadBefore: string): Promise<number> {
  const { rows } = await sql`
    delete from notifications where tenant_id = ${tx.tenantId} and id in (
      select id from notifications
      where tenant_id = ${tx.tenantId} and updated_at < ${readBefore}::timestamptz
        and (read_at < ${readBefore}::timestamptz or updated_at < ${unreadBefore}::timestamptz)
      limit ${BATCH}
    ) returning id`.execute(tx)
  return rows.length
}
