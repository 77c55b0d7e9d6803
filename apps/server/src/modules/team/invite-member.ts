import type { TeamMember } from '@frontdesk/contract/api'
import { memberRules, type Role, splitName } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { sendInvite } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { assertWithinPlan } from '../subscription/index.ts'
import { lockTeam } from './access.ts'
import { assertGrantable, setLocations } from './change-member.ts'
import type { TeamDeps } from './deps.ts'
import { memberInvited } from './events.ts'
import { countMembers, findMember } from './queries.ts'
import { publishTeamChanged } from './realtime.ts'

interface Invitation {
  name: string
  email: string
  roleName: Role
  /** Null grants all locations; defaults to those of the inviting user. */
  locations?: string[] | null | undefined
}

/**
 * Invites a member by email. They count towards the plan's limit immediately, which holds for concurrent invitations.
 */
export async function inviteMember(
  deps: TeamDeps,
  tx: TenantTx,
  actor: Actor,
  { name, email, roleName, locations = actor.locationIds && [...actor.locationIds] }: Invitation,
): Promise<TeamMember> {
  await lockTeam(tx)
  if (!memberRules.grantRole(actor, roleName)) throw new AppError('OwnersOnly')
  await assertGrantable(tx, actor, locations)
  const at = tx.now()
  await assertWithinPlan(tx, 'teamMembers', await countMembers(tx), at)
  const userId = newId()
  await tx
    .insertInto('users')
    .values({
      tenantId: tx.tenantId,
      id: userId,
      email,
      ...splitName(name),
      displayName: name,
      role: roleName,
      hasAllLocations: locations === null,
      invitedAt: at,
      createdAt: at,
    })
    .execute()
    .catch((error) => {
      throw violates(error, 'users_email') ? new AppError('MemberExists') : error
    })
  await setLocations(tx, userId, locations)
  const inviteMailId = await sendInvite(deps, tx, { userId, email, invitedBy: actor })
  await tx
    .updateTable('users')
    .set({ inviteMailId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .execute()
  await memberInvited.record(tx, { at, actorUserId: actor.userId, data: { userId } })
  await recordAudit(tx, { action: 'member.invited', actor, subject: name, data: { email, role: roleName }, at })
  const invited = await findMember(tx, userId)
  if (!invited) throw new AppError('MemberNotFound')
  publishTeamChanged(tx)
  return invited
}
