import type { TenantTx } from '../../platform/database/database.ts'
import { revokeSessionsOf } from './refresh-session.ts'

/** Takes a member's way in: their sessions here, and their login where it led nowhere else. */
export async function leaveTenant(tx: TenantTx, userId: string, now: string): Promise<void> {
  await revokeSessionsOf(tx, { tenantId: tx.tenantId, userId }, now)
  const left = await tx
    .deleteFrom('directory.memberships')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .returning('loginId')
    .executeTakeFirst()
  if (!left) return
  await tx
    .deleteFrom('directory.logins')
    .where('id', '=', left.loginId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('directory.memberships')
            .where('loginId', '=', left.loginId)
            .select('directory.memberships.userId'),
        ),
      ),
    )
    .execute()
}
