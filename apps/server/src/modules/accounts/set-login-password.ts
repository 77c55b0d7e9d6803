import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hashPassword } from './hash-password.ts'
import { revokeSessionsOf } from './refresh-session.ts'

/** Sets a member's password and ends their sessions. A login that opens other businesses too is its person's alone. */
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
  const [own] = memberships
  if (!own) throw new AppError('MemberNotJoined')
  if (memberships.length > 1) throw new AppError('LoginShared')
  const passwordHash = await hashPassword(password, email)
  await tx.updateTable('directory.logins').set({ passwordHash }).where('id', '=', own.loginId).execute()
  await revokeSessionsOf(tx, { tenantId: tx.tenantId, userId }, now)
}
