import { ROLES } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { changeMember } from './change-member.ts'
import type { TeamDeps } from './deps.ts'
import { inviteMember } from './invite-member.ts'
import { memberLimit } from './member-limit.ts'
import { listChangedPermissions, listMembers } from './queries.ts'
import { removeMember } from './remove-member.ts'
import { resendInvite } from './resend-invite.ts'
import { roleInfo } from './roles.ts'
import { setMemberPassword } from './set-member-password.ts'
import { setRolePermission } from './set-role-permission.ts'
import { endViewAs, startViewAs } from './view-as.ts'

export const teamRoutes = (api: Api, deps: TeamDeps) => ({
  getTeam: api.team.getTeam.handler(({ context }) =>
    deps.inTenant(signedIn(context), async (tx) => ({
      members: await listMembers(tx),
      memberLimit: await memberLimit(tx, deps.now()),
    })),
  ),
  updateUser: api.team.updateUser.handler(({ context, input }) => changeMember(deps, signedIn(context), input)),
  setRole: api.team.setRole.handler(({ context, input }) => changeMember(deps, signedIn(context), input)),
  setLocations: api.team.setLocations.handler(({ context, input }) => changeMember(deps, signedIn(context), input)),
  invite: api.team.invite.handler(({ context, input }) => inviteMember(deps, signedIn(context), input)),
  resendInvite: api.team.resendInvite.handler(({ context, input }) =>
    resendInvite(deps, signedIn(context), input.userID),
  ),
  setPassword: api.team.setPassword.handler(async ({ context, input }) => {
    await setMemberPassword(deps, signedIn(context), input)
    return { success: true as const }
  }),
  removeUser: api.team.removeUser.handler(async ({ context, input }) => ({
    success: true as const,
    conversations: await removeMember(deps, signedIn(context), input),
  })),
  getRoles: api.team.getRoles.handler(async ({ context }) => {
    const changed = await deps.inTenant(signedIn(context), listChangedPermissions)
    return { roles: ROLES.map((role) => roleInfo(role, changed)) }
  }),
  setRolePermission: api.team.setRolePermission.handler(({ context, input }) =>
    setRolePermission(deps, signedIn(context), input),
  ),
  startViewAs: api.team.startViewAs.handler(({ context, input }) => startViewAs(deps, signedIn(context), input)),
  endViewAs: api.team.endViewAs.handler(({ context }) => endViewAs(deps, signedIn(context))),
})
