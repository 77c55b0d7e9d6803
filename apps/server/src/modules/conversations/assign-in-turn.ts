import { type Conversation, fromSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { factsOf, roomsFor } from './access.ts'
import { MOVE_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { findConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'

/**
 * Gives a locked conversation that is nobody's to the teammate who may see its location and waits longest for one.
 * Where nobody may see it, it stays in the queue.
 */
export async function assignInTurn(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: Conversation,
): Promise<Conversation> {
  const before = factsOf(conversation)
  if (before.toUserID !== null) return conversation
  const userId = await takeTurn(tx, before.locationID, deps.now())
  if (userId === null) return conversation

  const conversationId = fromSid(conversation.sid)
  await sql`
    with before as materialized (
      select * from conversations where tenant_id = ${tx.tenantId} and id = ${conversationId}
    ), changed as (
      update conversations c set to_user_id = ${userId}, version = c.version + 1
      where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
      returning c.*
    )
    ${sql.raw(MOVE_STEPS('before', 'changed'))}`.execute(tx)
  const after = await findConversation(tx, sql<boolean>`true`, conversationId, 'read')
  if (!after) throw new Error('A locked conversation is gone.')
  const at = deps.now()
  // Who saw it in the queue and may not see what is assigned to others learns that it is gone.
  await recordEvent(tx, { type: 'conversation.unassigned', at, facts: before, conversationId })
  const eventId = await recordEvent(tx, { type: 'conversation.assigned', at, facts: factsOf(after), conversationId })
  tx.afterCommit(() => {
    deps.push(tx.tenantId, roomsFor(before), { type: 'conversation.gone', id: eventId, at, sid: conversation.sid })
    announce(deps, tx.tenantId, after, [conversationChanged(eventId, at, after)])
  })
  return after
}

/** Of two conversations at once the second waits for the first, so that each gets another teammate. */
async function takeTurn(tx: TenantTx, locationId: string, at: string): Promise<string | null> {
  await sql`select from tenants where tenant_id = ${tx.tenantId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    left join assignment_turns a on a.tenant_id = ${tx.tenantId} and a.user_id = u.id
    where u.tenant_id = ${tx.tenantId} and u.removed_at is null and u.invited_at is null and u.role in ('Owner', 'Manager', 'TeamMember')
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
  return next.id
}
