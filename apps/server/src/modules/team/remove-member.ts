import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { removeMembership } from '../accounts/index.ts'
import { reassignConversations } from '../assignment/index.ts'
import { recordAudit } from '../audit/index.ts'
import { accessMember, assertRemovable } from './access.ts'
import { memberRemoved } from './events.ts'
import { findMember } from './queries.ts'
import { publishTeamChanged } from './realtime.ts'

/**
 * Removes a member: ends their sessions and live connections, and reassigns their conversations to a teammate or to no
 * one. Their name stays on what they wrote. Returns the number of open conversations that were reassigned.
 */
export async function removeMember(
  tx: TenantTx,
  actor: Actor,
  { userID, toUserID }: { userID: string; toUserID: string | null },
): Promise<number> {
  const member = await accessMember(tx, actor, userID)
  const successor = toUserID === null ? null : await findMember(tx, toUserID)
  if (toUserID === userID || successor === undefined || successor?.invitedAt) throw new AppError('AssigneeUnknown')
  await assertRemovable(tx, actor, member)
  const at = tx.now()
  await tx
    .updateTable('users')
    .set({ removedAt: at, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userID)
    .execute()
  const reassigned = await reassignConversations(tx, {
    fromUserId: userID,
    toUserId: toUserID,
    by: actor,
    at,
  })
  await removeMembership(tx, userID, at)
  await memberRemoved.record(tx, {
    at,
    actorUserId: actor.userId,
    data: { userId: userID, toUserId: toUserID, conversations: reassigned },
  })
  await recordAudit(tx, {
    action: 'member.removed',
    actor,
    subject: member.displayName,
    data: {
      email: member.email,
      role: member.roleName,
      conversations: reassigned,
      to: successor?.displayName ?? null,
    },
    at,
  })
  publishTeamChanged(tx, { isRedistributed: true })
  return reassigned
}
