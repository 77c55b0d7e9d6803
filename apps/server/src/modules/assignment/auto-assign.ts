import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { mayHave, openOf } from '../assignees/index.ts'
import { startChange } from '../changes/index.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { assignChange } from './assign-change.ts'

/** The participants of round robin. */
export interface AutoAssignRules {
  /** Null: everyone who may see the location. */
  among: string[] | null
  /** Skips teammates with this many open conversations; null: no limit. */
  capacity: number | null
  /** Only these teammates, who have Frontdesk open; null: all. */
  present: string[] | null
}

/** Assigns a locked, unassigned conversation to the next teammate who may see its location, if there is one. */
export async function autoAssign(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  rules: AutoAssignRules,
): Promise<ConversationRow> {
  if (conversation.assigneeId !== null) return conversation
  return (await assignToNext(deps, tx, conversation, rules, 'assigned')) ?? conversation
}

/** Reassigns a locked conversation without a reply to the next teammate; undefined if there is no other. */
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

/** Locks the tenant's round robin, so that concurrent assignments choose different teammates. */
async function claimTurn(
  tx: TenantTx,
  { among, capacity, present, locationId, except, at }: Turn,
): Promise<{ id: string; displayName: string } | null> {
  await sql`select from tenants where tenant_id = ${tx.tenantId} for no key update`.execute(tx)
  const next = await tx
    .selectFrom('users as u')
    .leftJoin('lastAssignments as a', (join) => join.on('a.tenantId', '=', tx.tenantId).onRef('a.userId', '=', 'u.id'))
    .where('u.tenantId', '=', tx.tenantId)
    .where(mayHave(tx, locationId))
    .where(sql<boolean>`(${among}::uuid[] is null or u.id = any(${among}::uuid[]))`)
    .where(sql<boolean>`(${present}::uuid[] is null or u.id = any(${present}::uuid[]))`)
    .where('u.id', 'is distinct from', except)
    .where(sql<boolean>`(${capacity}::int is null or ${openOf(tx)} < ${capacity}::int)`)
    .orderBy('a.assignedAt', (order) => order.asc().nullsFirst())
    .orderBy('u.createdAt')
    .orderBy('u.id')
    .limit(1)
    .select(['u.id', 'u.displayName'])
    .executeTakeFirst()
  if (!next) return null
  await tx
    .insertInto('lastAssignments')
    .values({ tenantId: tx.tenantId, userId: next.id, assignedAt: at })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet({ assignedAt: at }))
    .execute()
  return next
}
