import type { Assignee } from '@frontdesk/contract/api'
import { ACTIVE_ROLES, conversationRules, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** SQL: the people `u` who work here. */
const worksHere = (tx: TenantTx) => sql<boolean>`(
  u.tenant_id = ${tx.tenantId} and u.removed_at is null and u.invited_at is null and u.role = any(${[...ACTIVE_ROLES]})
)`

/** SQL: those of them who may see a location. Everybody may see what is theirs, so whoever sees it can have it. */
export const mayHave = (tx: TenantTx, locationId: string | RawBuilder<unknown>) => sql<boolean>`(
  ${worksHere(tx)} and (u.has_all_locations or exists (
    select from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = u.id and l.location_id = ${locationId}
  ))
)`

/** SQL: how many open conversations the people `u` have in their lists. */
export const openOf = (tx: TenantTx) => sql<number>`coalesce((
  select sum(n.n) from conversation_counts n
  where n.tenant_id = ${tx.tenantId} and n.to_user_id = u.id and not n.is_closed and not n.is_snoozed
), 0)::int`

const ASSIGNEES_MAX = 500

export async function listAssignees(tx: TenantTx, locationId: string): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`
    select u.id as "userID", u.display_name as "displayName", u.profile_url as "profileUrl", ${openOf(tx)} as "openConversations"
    from users u where ${mayHave(tx, locationId)}
    order by u.display_name, u.id limit ${ASSIGNEES_MAX}`.execute(tx)
  return rows
}

/** Somebody who can be given conversations, at one location or another. */
export async function findTeammate(tx: TenantTx, userId: string): Promise<{ displayName: string } | undefined> {
  const { rows } = await sql<{ displayName: string }>`
    select u.display_name from users u where u.id = ${userId} and ${worksHere(tx)}`.execute(tx)
  return rows[0]
}

export async function findAssignee(
  tx: TenantTx,
  userId: string,
  locationId: string,
): Promise<{ displayName: string } | undefined> {
  // Held until the transaction ends, so that nobody is given something while they are being removed.
  const { rows } = await sql<{ displayName: string }>`
    select u.display_name from users u where u.id = ${userId} and ${mayHave(tx, locationId)} for share of u`.execute(tx)
  return rows[0]
}

/** Returns the teammate; throws unless the actor may assign conversations at this location to them. */
export async function mustBeAssignable(
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
