import { type NotNull, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type ConversationRow, findConversation } from '../conversations/index.ts'

const CANDIDATES_MAX = 200

/** Open conversations `c` whose contact waits for a reply, longest first. */
const selectWaiting = (tx: TenantTx) =>
  tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    // In the words of the indexes on waiting conversations.
    .where(
      sql<boolean>`(not c.is_closed and c.needs_answer_since is not null and not c.is_snoozed and not c.is_blocked)`,
    )
    .orderBy('c.needsAnswerSince')
    .orderBy('c.id')
    .limit(CANDIDATES_MAX)

const selectQueued = (tx: TenantTx) =>
  selectWaiting(tx).where('c.toUserId', 'is', null).select(['c.id', 'c.locationId'])

/** Lists waiting conversations without an assignee, except those at the given locations. */
export const listQueue = (
  tx: TenantTx,
  exceptLocationIds: string[],
): Promise<Pick<ConversationRow, 'id' | 'locationId'>[]> =>
  selectQueued(tx).where(sql<boolean>`c.location_id <> all(${exceptLocationIds}::uuid[])`).execute()

/** Whether a conversation is still in the queue. */
export const isQueued = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await selectQueued(tx).where('c.id', '=', id).executeTakeFirst()) !== undefined

/** Unanswered conversations reassigned this often keep their assignee: another one would not help. */
const REASSIGNED_MAX = 5

const selectUnanswered = (tx: TenantTx, before: string) => {
  const since = sql<string>`greatest(c.needs_answer_since, c.assigned_at)`
  return (
    selectWaiting(tx)
      .where('c.toUserId', 'is not', null)
      .where(sql<boolean>`${since} <= ${before}::timestamptz`)
      .where(
        sql<boolean>`(
        select count(*) from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.type = 'update'
          and m.data #>> '{update,kind}' = 'reassigned' and m.created_at >= c.needs_answer_since
      ) < ${REASSIGNED_MAX}`,
      )
      .select(['c.id', 'c.locationId', 'c.toUserId as assigneeId', 'c.needsAnswerSince'])
      // Since when its assignee could have replied.
      .select(since.as('since'))
      .$narrowType<{ assigneeId: NotNull; needsAnswerSince: NotNull }>()
  )
}

export type Unanswered = NonNullable<Awaited<ReturnType<typeof findUnanswered>>>

/**
 * Lists assigned conversations whose contact has waited since before an instant, longest first; those after `after`.
 */
export const listUnanswered = (
  tx: TenantTx,
  before: string,
  after: Pick<Unanswered, 'id' | 'needsAnswerSince'> | undefined,
) =>
  selectUnanswered(tx, before)
    .where(
      after
        ? sql<boolean>`(c.needs_answer_since, c.id) > (${after.needsAnswerSince}::timestamptz, ${after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .execute()

/** Finds one of them again, to re-check it under the conversation's lock. */
export const findUnanswered = (tx: TenantTx, before: string, id: string) =>
  selectUnanswered(tx, before).where('c.id', '=', id).executeTakeFirst()

/** Locks a conversation until the transaction ends, regardless of who may see it. */
export const lockConversation = (tx: TenantTx, id: string): Promise<ConversationRow | undefined> =>
  findConversation(tx, null, id, 'change')
