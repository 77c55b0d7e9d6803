import type { TeamMember } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { sendInvite } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { accessMember } from './access.ts'
import type { TeamDeps } from './deps.ts'
import { memberInvited } from './events.ts'
import { findMember } from './queries.ts'
import { publishTeamChanged } from './realtime.ts'

/** Sends the invitation again, with a new link that invalidates the earlier one. */
export async function resendInvite(deps: TeamDeps, tx: TenantTx, actor: Actor, userId: string): Promise<TeamMember> {
  const { email, displayName, invitedAt } = await accessMember(tx, actor, userId)
  if (invitedAt === null) throw new AppError('InvitationAnswered')
  await deps.limits.countInvite(actor.tenantId, email)
  const at = tx.now()
  const inviteMailId = await sendInvite(deps, tx, { userId, email, invitedBy: actor })
  await tx
    .updateTable('users')
    .set({ inviteMailId, invitedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .execute()
  await memberInvited.record(tx, { at, actorUserId: actor.userId, data: { userId } })
  await recordAudit(tx, { action: 'member.invited', actor, subject: displayName, data: { email, again: true }, at })
  const member = await findMember(tx, userId)
  if (!member) throw new AppError('MemberNotFound')
  publishTeamChanged(tx)
  return member
}
