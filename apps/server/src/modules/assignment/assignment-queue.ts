import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type ConversationRow, findConversation } from '../conversations/index.ts'

const BATCH_SIZE = 200

/** SQL: open conversations `c` that are waiting for a reply. */
const waiting = (
  tx: TenantTx,
) => sql`c.tenant_id = ${tx.tenantId} and not c.is_closed and c.needs_answer_since is not null
  and not c.is_snoozed and not c.is_blocked`

type Queued = Pick<ConversationRow, 'id' | 'locationId'>

const queued = (tx: TenantTx, more: RawBuilder<unknown>) => sql<Queued>`
  select c.id, c.location_id from conversations c where ${waiting(tx)} and c.to_user_id is null and ${more}
  order by c.needs_answer_since, c.id limit ${BATCH_SIZE}`

/** Lists the unassigned queue, longest wait first, without some locations. */
export const listQueue = async (tx: TenantTx, notAt: string[]): Promise<Queued[]> =>
  (await queued(tx, sql`c.location_id <> all(${notAt}::uuid[])`).execute(tx)).rows

/** Whether a conversation is in the unassigned queue. */
export const isQueued = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await queued(tx, sql`c.id = ${id}`).execute(tx)).rows.length > 0

export interface Unanswered extends Pick<ConversationRow, 'id' | 'locationId'> {
  assigneeId: string
  needsAnswerSince: string
  /** Since when the assignee could have replied. */
  since: string
}

/** After this many reassignments without a reply, a conversation stays with its assignee. */
const REASSIGNMENTS_MAX = 5

const unanswered = (tx: TenantTx, before: string, more: RawBuilder<unknown>) => {
  const since = sql`greatest(c.needs_answer_since, c.assigned_at)`
  return sql<Unanswered>`
    select c.id, c.location_id, c.to_user_id as assignee_id, c.needs_answer_since, ${since} as since from conversations c
    where ${waiting(tx)} and c.to_user_id is not null and ${since} <= ${before}::timestamptz and ${more}
      and (
        select count(*) from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.type = 'update'
          and m.data #>> '{update,kind}' = 'reassigned' and m.created_at >= c.needs_answer_since
      ) < ${REASSIGNMENTS_MAX}
    order by c.needs_answer_since, c.id limit ${BATCH_SIZE}`
}

/** Lists assigned conversations that have waited for a reply since before an instant, longest wait first, after one of them. */
export const listUnanswered = async (
  tx: TenantTx,
  before: string,
  after: Unanswered | undefined,
): Promise<Unanswered[]> =>
  (
    await unanswered(
      tx,
      before,
      after
        ? sql`(c.needs_answer_since, c.id) > (${after.needsAnswerSince}::timestamptz, ${after.id}::uuid)`
        : sql`true`,
    ).execute(tx)
  ).rows

/** Re-checks that a conversation is still without a reply. */
export const findUnanswered = async (tx: TenantTx, before: string, id: string): Promise<Unanswered | undefined> =>
  (await unanswered(tx, before, sql`c.id = ${id}`).execute(tx)).rows[0]

/** Locks a conversation, without checking access. */
export const lockConversation = (tx: TenantTx, id: string): Promise<ConversationRow | undefined> =>
  findConversation(tx, null, id, 'change')
