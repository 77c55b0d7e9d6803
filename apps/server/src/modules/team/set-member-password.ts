import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { setLoginPassword } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { accessMember } from './access.ts'

/** Sets a teammate's password and ends their sessions. Not for the actor's own, which requires the current password. */
export async function setMemberPassword(
  tx: TenantTx,
  actor: Actor,
  { userID, password }: { userID: string; password: string },
): Promise<void> {
  if (userID === actor.userId) throw new AppError('OwnMembership')
  const member = await accessMember(tx, actor, userID)
  if (member.invitedAt !== null) throw new AppError('MemberNotJoined')
  const at = tx.now()
  await setLoginPassword(tx, { userId: userID, email: member.email, password, now: at })
  await recordAudit(tx, { action: 'password.changed', actor, subject: member.displayName, at })
}
