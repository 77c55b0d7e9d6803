import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { leaveTenant } from '../accounts/index.ts'
import { reassignConversations } from '../assignment/index.ts'
import { recordAudit } from '../audit/index.ts'
import { accessMember, mustNotBeNeeded } from './access.ts'
import type { TeamDeps } from './deps.ts'
import { memberRemoved } from './events.ts'
import { findMember } from './queries.ts'
import { tellTeam } from './realtime.ts'

/**
 * Takes somebody off the team: their sessions and sockets end, a teammate or nobody takes over what they held, and their
 * name stays on what they wrote. Returns how many open conversations changed hands.
 */
export async function removeMember(
  deps: TeamDeps,
  actor: Actor,
  { userID, toUserID }: { userID: string; toUserID: string | null },
): Promise<number> {
  const conversations = await deps.inTenant(actor, async (tx) => {
    const member = await accessMember(tx, actor, userID)
    const successor = toUserID === null ? null : await findMember(tx, toUserID)
    if (toUserID === userID || successor === undefined || successor?.invitedAt) throw new AppError('AssigneeUnknown')
    await mustNotBeNeeded(tx, actor, member)
    const at = deps.now()
    await tx
      .updateTable('users')
      .set({ removedAt: at, version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', userID)
      .execute()
    const handedOver = await reassignConversations(tx, {
      fromUserId: userID,
      toUserId: toUserID,
      by: actor,
      at,
    })
    await leaveTenant(tx, userID, at)
    await memberRemoved.record(tx, {
      at,
      actorUserId: actor.userId,
      data: { userId: userID, toUserId: toUserID, conversations: handedOver },
    })
    await recordAudit(tx, {
      action: 'member.removed',
      actor,
      subject: member.displayName,
      data: {
        email: member.email,
        role: member.roleName,
        conversations: handedOver,
        to: successor?.displayName ?? null,
      },
      at,
    })
    return handedOver
  })
  await deps.viewersChanged(actor.tenantId)
  tellTeam(deps, actor.tenantId, { isRedistributed: true })
  return conversations
}
