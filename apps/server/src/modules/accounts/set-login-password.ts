import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hashPassword } from './hash-password.ts'
import { revokeSessionsOf } from './refresh-session.ts'

/** Sets a member's password and ends their sessions. Refused for a login that also belongs to other businesses. */
export async function setLoginPassword(
  tx: TenantTx,
  { userId, email, password, now }: { userId: string; email: string; password: string; now: string },
): Promise<void> {
  const memberships = await tx
    .selectFrom('directory.memberships')
    .where('loginId', 'in', (select) =>
      select
        .selectFrom('directory.memberships')
        .where('tenantId', '=', tx.tenantId)
        .where('userId', '=', userId)
        .select('loginId'),
    )
    .select('loginId')
    .execute()
  const [membership] = memberships
  if (!membership) throw new AppError('MemberNotJoined')
  if (memberships.length > 1) throw new AppError('LoginShared')
  const passwordHash = await hashPassword(password, email)
  await tx.updateTable('directory.logins').set({ passwordHash }).where('id', '=', membership.loginId).execute()
  await revokeSessionsOf(tx, { tenantId: tx.tenantId, userId }, now)
}
