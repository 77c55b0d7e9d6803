import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { mayHave, openOf } from '../assignees/index.ts'
import { startChange } from '../changes/index.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { assignChange } from './assign-change.ts'

/** Who takes turns. */
export interface AutoAssignRules {
  /** Null: everybody who may see the location. */
  among: string[] | null
  /** Who has so many open conversations is passed over; null: nobody is. */
  capacity: number | null
  /** Only these, who have Frontdesk open; null: whoever it may be. */
  present: string[] | null
}

/**
 * Gives a locked conversation that is nobody's to the teammate who may see its location and waits longest for one. Where
 * nobody's turn it is, it stays in the queue.
 */
export async function autoAssign(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  rules: AutoAssignRules,
): Promise<ConversationRow> {
  if (conversation.assigneeId !== null) return conversation
  return (await assignToNext(deps, tx, conversation, rules, 'assigned')) ?? conversation
}

/** Gives a locked conversation that nobody answered to the next in turn. Undefined where there is nobody else. */
export const autoReassign = (
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  rules: AutoAssignRules,
): Promise<ConversationRow | undefined> => assignToNext(deps, tx, conversation, rules, 'reassigned')

async function assignToNext(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  rules: AutoAssignRules,
  kind: 'assigned' | 'reassigned',
): Promise<ConversationRow | undefined> {
  const { id, locationId, assigneeId } = conversation
  const next = await claimTurn(tx, { ...rules, locationId, except: assigneeId, at: deps.now() })
  if (!next) return undefined
  const [assigned] = await assignChange.apply(startChange(deps, tx, { by: null }), [id], {
    toUser: { id: next.id, name: next.displayName },
    rule: kind === 'assigned' ? 'turn' : 'unanswered',
  })
  return assigned
}

interface Turn extends AutoAssignRules {
  locationId: string
  except: string | null
  at: string
}

/** Of two conversations at once the second waits for the first, so that each gets another teammate. */
async function claimTurn(
  tx: TenantTx,
  { among, capacity, present, locationId, except, at }: Turn,
): Promise<{ id: string; displayName: string } | null> {
  await sql`select from tenants where tenant_id = ${tx.tenantId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: string; displayName: string }>`
    select u.id, u.display_name from users u
    left join last_assignments a on a.tenant_id = ${tx.tenantId} and a.user_id = u.id
    where ${mayHave(tx, locationId)}
      and (${among}::uuid[] is null or u.id = any(${among}::uuid[]))
      and (${present}::uuid[] is null or u.id = any(${present}::uuid[]))
      and u.id is distinct from ${except}::uuid
      and (${capacity}::int is null or ${openOf(tx)} < ${capacity}::int)
    order by a.assigned_at nulls first, u.created_at, u.id limit 1`.execute(tx)
  const [next] = rows
  if (!next) return null
  await tx
    .insertInto('lastAssignments')
    .values({ tenantId: tx.tenantId, userId: next.id, assignedAt: at })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet({ assignedAt: at }))
    .execute()
  return next
}
