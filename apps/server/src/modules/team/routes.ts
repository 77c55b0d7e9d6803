import { ROLES } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { type Api, type ApiRequest, inTransaction, type RequestContext, signedIn } from '../../platform/http/api.ts'
import { changeMember, type MemberChange } from './change-member.ts'
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

export function teamRoutes(api: Api, deps: TeamDeps) {
  const transaction = inTransaction(deps)

  /** A change of who may see what. It applies to every session and live connection before the response. */
  const changingViewers =
    <Input, Output>(work: (tx: TenantTx, request: ApiRequest<Input>) => Promise<Output>) =>
    async (request: { context: RequestContext; input: Input }): Promise<Output> => {
      const output = await transaction(work)(request)
      await deps.viewersChanged(signedIn(request.context).tenantId)
      return output
    }
  const change = changingViewers((tx, { actor, input }: ApiRequest<MemberChange>) => changeMember(tx, actor, input))

  return {
    getTeam: api.team.getTeam.handler(
      transaction(async (tx) => ({ members: await listMembers(tx), memberLimit: await memberLimit(tx, tx.now()) })),
    ),
    updateUser: api.team.updateUser.handler(change),
    setRole: api.team.setRole.handler(change),
    setLocations: api.team.setLocations.handler(change),
    invite: api.team.invite.handler(async ({ context, input }) => {
      // Attempts count even if the invitation is refused.
      await deps.limits.countInvite(signedIn(context).tenantId, input.email)
      return deps.inTenant(signedIn(context), (tx) => inviteMember(deps, tx, signedIn(context), input))
    }),
    resendInvite: api.team.resendInvite.handler(
      transaction((tx, { actor, input }) => resendInvite(deps, tx, actor, input.userID)),
    ),
    setPassword: api.team.setPassword.handler(
      changingViewers(async (tx, { actor, input }) => {
        await setMemberPassword(tx, actor, input)
        return { success: true as const }
      }),
    ),
    removeUser: api.team.removeUser.handler(
      changingViewers(async (tx, { actor, input }) => ({
        success: true as const,
        conversations: await removeMember(tx, actor, input),
      })),
    ),
    getRoles: api.team.getRoles.handler(
      transaction(async (tx) => {
        const changed = await listChangedPermissions(tx)
        return { roles: ROLES.map((role) => roleInfo(role, changed)) }
      }),
    ),
    setRolePermission: api.team.setRolePermission.handler(
      changingViewers((tx, { actor, input }) => setRolePermission(tx, actor, input)),
    ),
    startViewAs: api.team.startViewAs.handler(changingViewers((tx, { actor, input }) => startViewAs(tx, actor, input))),
    endViewAs: api.team.endViewAs.handler(changingViewers((tx, { actor }) => endViewAs(tx, actor))),
  }
}
