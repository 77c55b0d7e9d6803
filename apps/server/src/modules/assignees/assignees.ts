import type { Assignee } from '@frontdesk/contract/api'
import { ACTIVE_ROLES, conversationRules, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** SQL: whether `u` is an active member of the team. */
const isActive = (tx: TenantTx) => sql<boolean>`(
  u.tenant_id = ${tx.tenantId} and u.removed_at is null and u.invited_at is null and u.role = any(${[...ACTIVE_ROLES]})
)`

/** SQL: whether `u` may see a location, and so may be assigned its conversations. */
export const mayHave = (tx: TenantTx, locationId: string | RawBuilder<unknown>) => sql<boolean>`(
  ${isActive(tx)} and (u.has_all_locations or exists (
    select from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = u.id and l.location_id = ${locationId}
  ))
)`

/** SQL: the number of open conversations that `u` has in the list. */
export const openOf = (tx: TenantTx) => sql<number>`coalesce((
  select sum(n.n) from conversation_counts n
  where n.tenant_id = ${tx.tenantId} and n.to_user_id = u.id and not n.is_closed and not n.is_snoozed
), 0)::int`

const ASSIGNEES_MAX = 500

export async function listAssignees(tx: TenantTx, locationId: string): Promise<Assignee[]> {
  const rows = await tx
    .selectFrom('users as u')
    .where(mayHave(tx, locationId))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName', 'u.profileUrl', openOf(tx).as('openConversations')])
    .limit(ASSIGNEES_MAX)
    .execute()
  return rows.map(({ id, ...row }) => ({ userID: id, ...row }))
}

/** Finds a teammate who can be assigned conversations, at one location or another. */
export const findTeammate = (tx: TenantTx, userId: string): Promise<{ displayName: string } | undefined> =>
  tx.selectFrom('users as u').where('u.id', '=', userId).where(isActive(tx)).select('u.displayName').executeTakeFirst()

/** Finds a teammate who may see a location. Locked, so that they are not removed while they are assigned something. */
export const findAssignee = (
  tx: TenantTx,
  userId: string,
  locationId: string,
): Promise<{ displayName: string } | undefined> =>
  tx
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .where(mayHave(tx, locationId))
    .select('u.displayName')
    .forShare('u')
    .executeTakeFirst()

/** Returns the teammate; throws unless the actor may assign conversations at this location to them. */
export async function assertAssignable(
  tx: TenantTx,
  actor: Viewer,
  userId: string,
  locationId: string,
): Promise<{ displayName: string }> {
  if (!conversationRules.assign(actor, userId)) throw new AppError('ConversationsUnassignable')
  const user = await findAssignee(tx, userId, locationId)
  if (!user) throw new AppError('AssigneeUnknown')
  return user
}
