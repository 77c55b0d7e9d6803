import type { TeamMember } from '@frontdesk/contract/api'
import { memberRules } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findMember } from './queries.ts'

/** Loads a member that the actor may manage. Locks the team, so that changes to it are serialized. */
export async function accessMember(tx: TenantTx, actor: Actor, userId: string): Promise<TeamMember> {
  await lockTeam(tx)
  const member = await findMember(tx, userId)
  if (!member) throw new AppError('MemberNotFound')
  if (!memberRules.manage(actor, member)) {
    throw new AppError(member.isAccountHolder ? 'AccountHolderProtected' : 'Forbidden', {
      permission: 'admin_manage_users',
    })
  }
  return member
}

export const lockTeam = (tx: TenantTx) =>
  tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('tenantId').forNoKeyUpdate().execute()

/** Asserts that a member may be demoted or removed: not the last owner, not oneself, not the account holder. */
export async function assertRemovable(tx: TenantTx, actor: Actor, member: TeamMember): Promise<void> {
  if (member.roleName === 'Owner') {
    const otherOwner = await tx
      .selectFrom('users')
      .where('tenantId', '=', tx.tenantId)
      .where('role', '=', 'Owner')
      .where('removedAt', 'is', null)
      .where('invitedAt', 'is', null)
      .where('id', '<>', member.id)
      .select('id')
      .executeTakeFirst()
    if (!otherOwner) throw new AppError('LastOwner')
  }
  if (member.id === actor.userId) throw new AppError('OwnMembership')
  if (member.isAccountHolder) throw new AppError('AccountHolderProtected')
}
