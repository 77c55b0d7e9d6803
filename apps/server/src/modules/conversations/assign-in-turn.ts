import { type Conversation, fromSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { factsOf } from './access.ts'
import { changeConversations } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'

/**
 * Gives a locked conversation that is nobody's to the teammate who may see its location and waits longest for one; `among`
 * names those who take turns, null everybody. Where nobody of them may see it, it stays in the queue.
 */
export async function assignInTurn(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: Conversation,
  among: string[] | null,
): Promise<Conversation> {
  const { locationID, toUserID } = factsOf(conversation)
  if (toUserID !== null) return conversation
  const next = await takeTurn(tx, locationID, among, deps.now())
  if (!next) return conversation
  const [assigned] = await changeConversations(deps, tx, {
    ids: [fromSid(conversation.sid)],
    set: { toUserId: next.id },
    event: 'conversation.assigned',
    update: { kind: 'assigned', value: next.displayName },
    by: null,
    at: deps.now(),
  })
  return assigned ?? conversation
}

/** Of two conversations at once the second waits for the first, so that each gets another teammate. */
async function takeTurn(
  tx: TenantTx,
  locationId: string,
  among: string[] | null,
  at: string,
): Promise<{ id: string; displayName: string } | null> {
  await sql`select from tenants where tenant_id = ${tx.tenantId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: string; displayName: string }>`
    select u.id, u.display_name from users u
    left join assignment_turns a on a.tenant_id = ${tx.tenantId} and a.user_id = u.id
    where u.tenant_id = ${tx.tenantId} and u.removed_at is null and u.invited_at is null and u.role in ('Owner', 'Manager', 'TeamMember')
      and (${among}::uuid[] is null or u.id = any(${among}::uuid[]))
      and (u.has_all_locations or exists (
        select from user_locations l
        where l.tenant_id = ${tx.tenantId} and l.user_id = u.id and l.location_id = ${locationId}
      ))
    order by a.assigned_at nulls first, u.created_at, u.id limit 1`.execute(tx)
  const [next] = rows
  if (!next) return null
  await tx
    .insertInto('assignmentTurns')
    .values({ tenantId: tx.tenantId, userId: next.id, assignedAt: at })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet({ assignedAt: at }))
    .execute()
  return next
}
