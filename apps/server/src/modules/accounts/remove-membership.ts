import type { TenantTx } from '../../platform/database/database.ts'
import { revokeSessionsOf } from './refresh-session.ts'

/** Ends a member's sessions in this business and removes the membership; deletes the login if it was the only one. */
export async function removeMembership(tx: TenantTx, userId: string, now: string): Promise<void> {
  await revokeSessionsOf(tx, { tenantId: tx.tenantId, userId }, now)
  const membership = await tx
    .deleteFrom('directory.memberships')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .returning('loginId')
    .executeTakeFirst()
  if (!membership) return
  await tx
    .deleteFrom('directory.logins')
    .where('id', '=', membership.loginId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('directory.memberships')
            .where('loginId', '=', membership.loginId)
            .select('directory.memberships.userId'),
        ),
      ),
    )
    .execute()
}
